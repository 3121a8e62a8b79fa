/** Faults up to l, what each does, and what was seen broken. Written by `conformance/prove.ts --whole --record`. */
export const KNOWN_FAULTS_TO_L = `
cid-as-number | cid is a bare number | component.cid
local-time | lastUpdate is told without its time zone | entry.last-update
content-as-boolean | the content of a switching state is true or false | entry.switch-content, entry.content
descriptions-always | components describe their properties although nobody asked | components.plain, components.with-properties
logout-answers-nothing | logout answers an empty object | session.logout, session.logout-credentials
disabled-110 | a disabled user is error 110 | login.disabled-122
lockout-110 | a lockout is error 110 | lockout.code-109, lockout.across-paths, lockout.sixth-failure
cid-twice | two components have the same cid | component.cid-unique
components-by-cid | getAllComponents answers an object instead of a list | components.list
data-twice | data has two entries for one property | component.data
content-missing | entries have no content | entry.content, entry.switch-content, entry.switch-agrees
content-upside-down | the content of a switching state is 0 when it is on | entry.switch-agrees
described-only | with properties only the first components are listed | components.same-components
command-names-others | the answer of componentUpdate names a further component | update.only-cid
descriptions-never | withProperties brings no descriptions | components.with-properties
command-answered-false | a command that was taken is answered with false | update.accepted
command-forgotten | a command over HTTP is accepted and not carried out | update.effect
elders-told-otherwise | clients of Socket.io 2 are told another version than others | paths.same-answer
elders-read-old-values | clients of Socket.io 2 read what was before | paths.same-state
errors-200 | errors have status 200 | status.answered-error-400, status.parameter-400, status.not-found-400
login-400 | failed logins have status 400 | status.login-failed-401, status.unknown-session-401, login.wrong-password-any-call, status.wrong-password-401
lockout-429 | a lockout has status 429 | status.lockout-401
forms-ignored | form-encoded parameters are ignored | http.form-body
logout-without-effect | logout answers true and ends nothing | session.ended-at-once
any-source | failures are not counted by user name across addresses | lockout.per-user
json-ignored | parameters in a JSON body are ignored | http.json-body
form-texts | the texts true and false stay texts in a form | http.form-booleans
errors-without-text | errors have no text | http.failure-body, errors.text-106, errors.text-112, errors.text-116
anybody-answered | a request without credentials is answered as the last user | http.credentials-each-time
impatient | a call is given up after 5 seconds | limits.call-15s
late-is-done | over Socket.io a call that takes too long is answered as if it were done | limits.call-15s-socket
json-called-text | answers over HTTP say that they are plain text | http.json-answers
form-without-session | a form-encoded body beside a session in the header is refused | http.form-with-session
init-object-over-http | init over HTTP answers an object | http.init
init-for-sockets-only | init is unknown over HTTP | http.init
languages-unweighed | of several languages the first is taken, whatever its weight | http.language-weights
english-106 | the text of error 106 is English in every language | errors.translated-106
english-109 | the text of error 109 is English in every language | errors.translated-109
english-110 | the text of error 110 is English in every language | errors.translated-110
english-112 | the text of error 112 is English in every language | errors.translated-112
english-116 | the text of error 116 is English in every language | errors.translated-116
english-122 | the text of error 122 is English in every language | errors.translated-122
english-117 | the text of a refused call is English in every language | errors.translated-117
english-405 | the text for another method is English in every language | errors.translated-405
errors-wordless-on-sockets | over Socket.io errors have no text | errors.socket-body
error-codes-as-texts | over HTTP error codes are texts | http.failure-body, status.unknown-call-408
login-201 | a login has status 201 | session.auth
logout-ends-all | a logout ends every session | session.logout-others
logout-wants-a-session | logout with credential headers is refused | session.logout-credentials
logout-of-the-wire | logout over Socket.io is answered with true and ends no session | session.logout-over-socket
expired-110 | an expired session is error 110 | session.expired-106
lockout-after-three | the fourth failure blocks | lockout.five-free, lockout.ends, errors.text-109
first-block-long | the first block lasts five seconds | lockout.one-second
block-always-one-second | every block lasts one second | lockout.doubling
block-without-end | blocks double for ever | lockout.at-most-15-minutes, lockout.doubling
blocks-short | no block lasts longer than two seconds | lockout.lasts
block-stays | who was blocked once stays blocked | lockout.ends
any-name | failures are not counted by address across user names | lockout.per-source
block-ends-sessions | an open session does not work while its user is blocked | lockout.sessions-live
admin-refused-on-sockets | over Socket.io nobody may list webhooks | permission.admin
forbidden-answered-true | a command that is not allowed is answered with true | permission.off-update, permission.view-update
forbidden-carried-out | a command that is not allowed is answered with false and carried out | permission.off-still, permission.view-still
commanding-for-admins | commands of regular users are answered with false | permission.user-commands
init-answers-object | init answers an object instead of true | connection.init
elders-refused-otherwise | clients of Socket.io 2 are refused with another error than others | paths.same-refusal
login-without-answer | a login over Socket.io is answered with true | connection.auth, connection.session-null, connection.refused-stays
any-session-connects | an unknown session in the query is taken for a known one | connection.query-unknown
logout-over-http-only | a session that has ended still opens connections | connection.query-ended
expired-connects | an expired session still opens connections | connection.query-expired
errors-wrapped | over Socket.io an error is wrapped into another object | errors.acknowledged, connection.refused-stays, errors.socket-body, errors.unknown-call
english-sockets | the language given to init is ignored | errors.language-init
hooks-silent | webhooks are never called | hook-call.fires
hooks-cooked | webhooks tell true or false as content | hook-call.content
hooks-nameless | webhooks do not tell their id | hook-call.id
hooks-twice | webhooks are called twice | hook-call.no-retry, hook-call.five-seconds
hooks-patient | a receiver is waited for as long as it likes | hook-call.five-seconds
hook-id-as-text | addWebHook answers its id as a text | webhook.id
hook-record-short | a webhook record has no created | webhook.record, webhook.record-times, webhook.record-types, webhook.times-order
hook-times-in-seconds | a webhook record tells its times in seconds | webhook.record-times, webhook.record-types, webhook.times-order, webhook.last-update
hook-url-trimmed | a webhook record tells the address without its path | webhook.record-kept
hook-enabled-as-number | a webhook record tells enabled as a number | webhook.record-types, webhook.enabled-default, webhook.enabled-false, webhook.disable, webhook.enable
hook-cid-numbered | a webhook record tells the number of the component instead of its cid | webhook.record-types, webhook.record-kept
hook-born-late | a webhook record tells a lastUpdate before created | webhook.times-order, webhook.last-update
hook-never-updated | lastUpdate of a webhook stays what created is | webhook.last-update
hook-ids-alike | addWebHook answers the same id every time | webhook.id-unique, webhook.enabled-false, webhook.last-update
hook-url-optional | a webhook without url is error 112 | webhook.missing-url-106
hook-unknown-accepted | disableWebHook of an unknown id is answered with true | webhook.unknown-id-112
hook-removed-in-part | a webhook record has no lastUpdate | webhook.record, webhook.record-times, webhook.record-types, webhook.times-order, webhook.last-update
hooks-doubled | every change calls the receiver twice | hook-call.once
hooks-first-only | of several webhooks of a value only the first is called | hook-call.each
hooks-without-cid | webhooks do not tell the component | hook-call.cid
hooks-without-content | webhooks do not tell the content | hook-call.content
hooks-off-by-default | a webhook is disabled unless enabled is given | webhook.enabled-default
hooks-always-on | enabled: false is ignored when a webhook is added | webhook.enabled-false, webhook.last-update
disable-ignored | disableWebHook does nothing | webhook.disable
enable-ignored | enableWebHook does nothing | webhook.enable, webhook.last-update
hook-missing-112 | a webhook without cid is error 112 | webhook.missing-106, webhook.missing-url-106
hook-type-106 | an unknown type of webhook is error 106 | webhook.unknown-type-112
hooks-posted | receivers are called with POST | hook-call.get
hooks-without-property | webhooks do not tell the property | hook-call.cid
hooks-anonymous | webhooks have no User-Agent | hook-call.user-agent
hooks-of-another-name | webhooks do not tell which controller calls | hook-call.user-agent-name
hooks-with-password | webhooks carry authentication | hook-call.no-secret
hooks-of-everything | webhooks are called whatever is switched | hook-call.only-watched
disabled-calls | a webhook that was disabled goes on calling | hook-call.disabled-silent
enabled-silent | a webhook that is enabled again stays silent | hook-call.enabled-again
hooks-offended | a receiver that answered 500 is not called any more | hook-call.answer-ignored
hooks-credulous | receivers are called whatever certificate they show | hook-call.self-signed
english-137 | from outside a missing permission is told in English in every language | errors.translated-137
bridge-mute | the bridge answers nothing | bridge.stdio
bridge-without-tools | the bridge passes no tools through | bridge.passes-tools
bridge-without-resources | the bridge passes no resources through | bridge.passes-resources
bridge-without-prompts | the bridge passes no prompts through | bridge.passes-prompts
bridge-own-answers | the bridge answers by itself | bridge.passes-calls
`;
