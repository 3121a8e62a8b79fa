/** What the person who typed has to mend: exit status 2. */
export class WrongUsage extends Error {
  name = 'WrongUsage';
}
