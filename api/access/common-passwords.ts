/** The passwords of 8 characters and more that are tried first everywhere, in small letters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 password12345 password! password1! password123! password01
  passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd passwort passwort1 passwort123 motdepasse contraseña 12345678 123456789
  1234567890 12345678910 0123456789 987654321 9876543210 87654321 11111111 111111111 1111111111 00000000 000000000
  0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 12341234 11223344 1122334455
  12121212 11112222 12344321 13131313 10203040 123123123 123321123 147258369 159357456 123654789 741852963 789456123
  456456456 987987987 321321321 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 qwertzui
  qwertzuiop azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 qazwsxedc
  qazwsx123 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1
  qwer1234 qweasdzxc qweqweqwe qweasd123 qwe123qwe 123qweasd 123qwe123 1234qwer 1234asdf asd123asd abcd1234 abc12345
  abc123456 abcdefgh abcdefghi abcdefg1 a1b2c3d4 a1b2c3d4e5 aa123456 a1234567 a12345678 a123456789 aaaaaaaa aaaaaaaaaa
  abcabcabc abc123abc zzzzzzzz xxxxxxxx qqqqqqqq q1234567 iloveyou iloveyou1 iloveyou2 iloveyou123 iloveme1 ilovegod
  loveyou1 lovelove loveme123 mylove123 sunshine sunshine1 princess princess1 princess123 football football1 baseball
  baseball1 basketball superman superman1 superman123 batman123 spiderman spiderman1 starwars starwars1 pokemon1
  pokemon123 trustno1 whatever whatever1 letmein1 letmein123 letmein! letmeinnow welcome1 welcome12 welcome123
  welcome! welcome01 changeme changeme1 changeme123 default1 default123 administrator administrator1 admin123
  admin1234 admin12345 admin123456 adminadmin admin@123 root1234 rootroot toor1234 testtest test1234 test12345
  testing1 testing123 tester123 guest123 guest1234 guestguest user1234 useruser username username1 login123 computer
  computer1 internet internet1 samsung1 samsung123 microsoft google123 facebook facebook1 linkedin minecraft
  minecraft1 fortnite1 michelle jennifer jennifer1 jessica1 danielle elizabeth alexander alexandra nicholas jonathan
  benjamin samantha victoria christian christopher stephanie patricia anthony1 charlie1 charlie123 michael1 michael123
  jordan23 jordan123 daniel123 andrew123 thomas123 robert123 ashley123 monkey123 dragon123 shadow123 master123
  hello123 hello1234 hellohello helloworld killer123 cheese123 chocolate butterfly flower123 summer123 summer2023
  summer2024 summer2025 winter2023 winter2024 winter2025 sommer2024 sommer2025 passport corvette mercedes mustang1
  lamborghini ferrari1 liverpool liverpool1 arsenal1 chelsea1 manchester barcelona realmadrid juventus1 bayern123
  schalke04 einsteins blink182 metallica slipknot nirvana1 rockstar rockstar1 midnight midnight1 maverick marlboro1
  guinness treasure precious sweetheart babygirl babygirl1 princesa estrella mariposa teamomo1 tequiero bonjour1
  doudou123 hallo123 hallo1234 hallohallo schatz123 geheim123 geheimnis sonnenschein deutschland berlin123 ficken123
  arschloch frankfurt loulou123 soleil123 chouchou marseille marseille1 juventus ciaociao amoremio francesco
  alessandro giuseppe napoli1926 home1234 homehome smarthome smarthome1 myhouse1 security security1 secret123
  topsecret supersecret access14 accessdenied q1w2e3r4t5y6 1234567a 12345678a 123456789a 1234567q 123456aa 123456abc
  123456qwerty qwerty123456 password99 password2024
`
    .trim()
    .split(/\s+/),
);
