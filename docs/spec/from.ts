/** Sections of the Controller Interface Specification that rows of these tables come from. */
export type Section =
  | 'What the service does'
  | 'Component'
  | 'Session'
  | 'Users, groups and permissions'
  | 'Error body'
  | 'Version record'
  | 'Socket.io connection'
  | 'Session lifetime'
  | 'Login lockout'
  | 'HTTP API, general rules'
  | 'Socket.io API, general rules'
  | 'Calls'
  | 'Authentication'
  | 'Permissions'
  | 'Login answers'
  | 'Remote access'
  | 'TLS'
  | 'Events'
  | 'Error codes'
  | 'HTTP status mapping'
  | 'Errors, rules'
  | 'Limits'
  | 'Versioning';

/** What the specification leaves open and Twinhaus has decided. */
export type Decision =
  | 'accounts'
  | 'calls before init'
  | 'content in JSON'
  | 'a call that does not exist'
  | 'hidden is like unknown'
  | 'componentUpdate refusals'
  | 'records'
  | 'permissions in a user record'
  | 'other calls'
  | 'a component in several rooms'
  | 'lists'
  | 'scenes'
  | 'statuses at login'
  | 'what counts for the lockout'
  | 'credentials beside a cookie'
  | 'cookies'
  | 'changed rights'
  | 'bodies'
  | 'remote access token'
  | 'users'
  | 'driving the sandbox';

/** Where a row comes from. */
export type From = `Specification: ${Section}` | `Decided: ${Decision}`;
