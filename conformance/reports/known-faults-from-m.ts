/** Faults from m on, what each does, and what was seen broken. Written by `conformance/prove.ts --whole --record`. */
export const KNOWN_FAULTS_FROM_M = `
version-without-engine | getVersion lacks engine | version.record
rooms-as-text | rooms are named by texts | component.rooms
state-as-text | the value of a switching state is on or off | entry.switch-value, entry.switch-agrees
single-value-without-content | getComponentData lacks content | data.answer, data.agrees, data.switch-content, http.json-body, http.form-body, http.get-query, http.query-with-session, http.form-with-session, permission.user-reads
update-answers-true | componentUpdate answers a bare true | update.answer, update.accepted, permission.off-update, permission.view-update, http.form-booleans, http.query-booleans, update.unknown-cid, permission.user-commands
unknown-cid-accepted | a command to an unknown cid is answered with true | update.unknown-cid, permission.view-update, permission.off-update
scene-id-as-text | scenes are named by texts | scenes.list, permission.user-scenes, remote.same-answers, tls.same-api
scene-answers-object | executeScene answers an object instead of true | scene.true, permission.user-scenes
not-found-106 | what is not found is error 106 | scene.unknown-112, errors.not-found, webhook.unknown-type-112, webhook.unknown-id-112
unknown-call-112 | an unknown call is error 112 | errors.unknown-call, status.unknown-call-408, status.timeout-408, limits.call-15s-socket
refusal-112 | a call that is not allowed is error 112 | errors.not-allowed, permission.user-refused, permission.scene-refused, permission.makes-refused
wrong-password-106 | a wrong password is error 106 | login.wrong-110, login.unknown-user-110, login.wrong-password-any-call, session.password-each-time, connection.refused-stays
no-retry-after | a lockout does not say when to come again | lockout.retry-after, lockout.one-second, lockout.doubling, lockout.at-most-15-minutes, lockout.runs-down, lockout.retry-after-honest
nameless-component | a component without a name has null there | component.texts
property-numbered | properties are numbered instead of named | entry.property, permission.user-reads
value-missing | entries have no value | entry.value
single-value-older | getComponentData tells another time than the list | data.agrees
mappings-refused | withMappings: true is error 106 | components.with-mappings, components.same-components
single-value-in-seconds | getComponentData tells its time in seconds | data.last-update, data.agrees
single-value-as-word | over Socket.io getComponentData tells on or off as the value of a switching state | data.switch-value, data.agrees, permission.view-listed, paths.same-state
single-content-as-boolean | getComponentData tells true or false as the content of a switching state | data.switch-content, data.agrees
unknown-cid-error | a command to an unknown cid is error 112 | update.no-error, update.unknown-cid, permission.view-update, permission.off-update
scene-not-awaited | executeScene is answered before the scene has run | scene.complete, scene.effect, limits.call-15s-socket, permission.scene-refused, scene.unknown-112, errors.not-found, paths.same-refusal
missing-parameter-112 | a missing parameter is error 112 | errors.parameter-missing, errors.acknowledged
version-refused | clients of Socket.io 4 may not ask for the version | call.get-version, version.record, http.success-body, connection.query-session, permission.user-allowed, paths.same-refusal
version-dressed-for-http | over HTTP getVersion has a field more than over Socket.io | http.success-body, paths.same-answer
read-before-reported | what is listed is not what was reported | event.agrees, entry.switch-agrees, data.agrees
odd-input-crashes | a cid that is no text is an internal error | paths.errors-only
odd-input-lames | after an id that is a list nobody is told the version any more | paths.unharmed, session.within-day, session.extended, session.persistent, session.expired-106
unknown-call-404 | an unknown call has status 404 | status.unknown-call-408, status.timeout-408
not-allowed-403 | a call that is not allowed has status 403 | permission.user-status, http.other-methods
methods-404 | other methods have status 404 | http.other-methods
queries-ignored | parameters in the query are ignored | http.get-query, http.query-booleans
one-language | accept-language is ignored | http.accept-language
session-query-ignored | a session in the query is ignored | session.query, http.query-with-session
mcp-plain-json | MCP is answered as JSON instead of an event stream | mcp.event-stream, mcp.message-lines, mcp.later-event-stream
mcp-other-name | the MCP server has another name | mcp.server-name
mcp-token-forgotten | MCP asks for the token on initialize only | mcp.token-each-request, mcp.token-every-method, mcp.token-disabled-session
name-in-other-letters | getVersion has another path over HTTP than its event name | http.path, http.success-200, session.within-day, session.extended, session.persistent, session.expired-106, lockout.any-call-counted, lockout.any-call-blocked, lockout.sessions-live, http.other-methods, http.other-methods-code, errors.text-405, session.header, session.query, session.ended-at-once, session.logout-others, login.unknown-session-106, status.login-failed-401, status.unknown-session-401, session.password-each-time, login.wrong-password-any-call, http.credentials-each-time, permission.user-allowed, version.record, call.get-version, http.success-body, session.logout-over-socket, paths.same-refusal, paths.unharmed
success-202 | a call that succeeds has status 202 | http.success-200, lockout.sessions-live, session.within-day, session.extended, session.persistent, session.password-each-time, session.header, session.query, session.logout-others, paths.errors-only, paths.unharmed
query-texts | the texts true and false stay texts in a query | http.query-booleans, http.query-with-session, session.query
method-106 | another method is error 106 | http.other-methods-code
retry-always | every error tells when to come again | errors.retry-after-only-109, lockout.doubling, lockout.runs-down, lockout.retry-after-honest
timeout-504 | a call that took too long has status 504 | status.timeout-408
text-106-worded | "Parameter(s) error" reads "Bad parameter" | errors.text-106
text-109-worded | "Too many authorization attempts" reads "Wait" | errors.text-109
text-112-worded | "Not found" reads "There is no such thing" | errors.text-112
text-116-worded | "Timeout occurred" reads "Too late" | errors.text-116
text-117-worded | "Not allowed" reads "Forbidden" | errors.text-117
text-405-worded | "Method Not Allowed" reads "Use POST" | errors.text-405
query-session-alone | a session in the query lets the other parameters be lost | http.query-with-session
query-session-first | a session in the query counts only where it stands first | http.query-with-session
put-is-done | what is asked with PUT is refused and done | http.other-methods-still
regions-unknown | a language with a region is not known | http.language-region
missing-parameter-422 | a missing parameter has status 422 | status.parameter-400, status.answered-error-400, paths.errors-only
not-found-404 | what is not found has status 404 | status.not-found-400, status.answered-error-400, paths.errors-only
wrong-password-403 | a wrong password has status 403 | status.wrong-password-401, login.wrong-password-any-call, status.login-failed-401
unknown-session-440 | an unknown session has status 440 | status.unknown-session-401, status.login-failed-401, session.expired-106, http.credentials-each-time, paths.errors-only
nameless-login-110 | a login without a name is error 110 | login.missing-106
unknown-scene-116 | an unknown scene is error 116 | scene.unknown-112, errors.not-found
user-as-text | userID is a text | session.answer
user-of-the-day | userID is another one at every login | session.same-user
one-session-for-all | every login of a user is given the same session | session.new-each-time, session.logout-others, session.within-day, session.extended, session.persistent, session.header, session.query, connection.query-session, connection.session-ready, session.logout
session-header-ignored | a session in the header is ignored | session.header, session.logout-others, session.within-day, session.extended, session.persistent, lockout.sessions-live, http.form-with-session, session.logout, connection.query-ended
password-remembered | once the right password was given, any other will do | session.password-each-time, lockout.sixth-failure, lockout.right-password-blocked, lockout.code-109, lockout.retry-after, lockout.one-second, status.lockout-401, errors.text-109
password-for-auth-only | the password is looked at by auth only | login.wrong-password-any-call, session.password-each-time
missing-login-110 | a login without a password is error 110 | login.missing-106
unknown-user-112 | an unknown user is told to be unknown | login.unknown-user-110
unknown-session-110 | an unknown session is error 110 | login.unknown-session-106
sessions-for-ever | a session never expires | session.day, session.expired-106, session.persistent-only-true, http.form-with-session, session.ended-at-once, session.logout, session.logout-over-socket, mcp.session-refused
sessions-half-a-day | a session expires after 12 hours | session.within-day
sessions-not-extended | a session expires 24 hours after its login, however it is used | session.extended
persistence-ignored | auth-persistent is ignored | session.persistent
persistent-for-ever | a persistent session never expires | session.two-years
persistent-at-any-word | any value of auth-persistent makes a session persistent | session.persistent-only-true
refused-with-session | a refused login brings a session all the same | login.refused-no-session
third-failure-free | every third failure is not counted | lockout.sixth-failure, lockout.across-paths, lockout.right-password-blocked, lockout.code-109, lockout.retry-after, lockout.one-second, status.lockout-401, errors.text-109, lockout.doubling, lockout.at-most-15-minutes, lockout.lasts
right-password-opens | the right password is accepted while its user is blocked | lockout.right-password-blocked, lockout.sixth-failure, lockout.code-109, lockout.retry-after, lockout.one-second, status.lockout-401, errors.text-109, lockout.doubling, lockout.at-most-15-minutes, lockout.any-call-blocked, lockout.lasts
retry-after-fixed | retryAfter tells how long the block was when it began | lockout.runs-down
retry-after-short | retryAfter tells two seconds less than the block lasts | lockout.retry-after-honest, lockout.doubling
only-auth-counts | wrong credential headers of other calls than auth are not counted | lockout.any-call-counted, lockout.any-call-blocked
only-auth-blocked | while blocked, other calls than auth are answered | lockout.any-call-blocked
sockets-let-in | while blocked, the right password is accepted over Socket.io | lockout.right-password-sockets
success-forgives-nothing | failures are counted on after a successful login | lockout.reset-by-login
time-forgives-nothing | failures are counted on however long ago they were | lockout.reset-by-time, lockout.ends
one-blocks-all | while one user is blocked, all are | lockout.other-users, session.auth, session.answer, session.header, session.query, session.new-each-time, session.logout-others, lockout.retry-after-honest, lockout.reset-by-time
sockets-not-counted | failures over Socket.io are not counted | lockout.across-paths, lockout.code-109, lockout.sixth-failure, lockout.retry-after, lockout.right-password-sockets
tokens-for-all | everyone may list MCP tokens | permission.user-refused, errors.not-allowed, errors.text-117
scenes-for-admins | only administrators may list scenes | permission.user-allowed, permission.user-scenes, permission.scene-hidden, remote.same-answers
off-listed | everyone is given the list of components of an administrator | permission.off-hidden
off-readable | the values of a hidden component can be read | permission.off-data
off-reported | everybody is told of every change | permission.off-silent, event.not-before-login
view-hidden | regular users are given no components | permission.view-listed
view-not-reported | regular users are told of no change | permission.view-reported, event.every-component
scenes-all-listed | scenes that are Off are listed | permission.scene-hidden
scene-off-112 | a scene that is Off is error 112 | permission.scene-refused
reading-for-admins | only administrators may read a single value | permission.user-reads, permission.view-listed
running-for-admins | only administrators may run scenes | permission.user-scenes, errors.acknowledged
no-scenes-for-users | regular users are listed no scenes | permission.user-scenes, remote.same-answers
refused-and-disabled | disableWebHook of a regular user is refused and done | permission.refused-still, errors.text-117
refused-and-removed | removeWebHook of a regular user is refused and done | permission.refused-still, errors.text-117
users-make-users | regular users may make users | permission.makes-refused
users-make-scenes | regular users may make scenes | permission.makes-refused
users-add-hooks | regular users may add webhooks | permission.user-refused, errors.not-allowed, errors.text-117
users-enable-hooks | regular users may enable webhooks | permission.user-refused, errors.not-allowed, errors.text-117
users-make-tokens | regular users are given MCP tokens | permission.user-refused, errors.not-allowed, errors.text-117
off-scene-runs | a scene that is Off is refused and runs | permission.scene-still, permission.user-scenes, paths.same-refusal
scene-does-nothing | a scene is answered with true and has done nothing | scene.effect
silent-connection | nobody is told to log in | connection.state-change, connection.query-unknown, connection.query-ended, connection.query-expired
other-state | stateChange tells another state | connection.state-payload, connection.reconnect, connection.query-unknown, connection.query-ended
session-over-socket | a client without cookies is told a session over Socket.io | connection.session-null
query-session-ignored | a session in the query does not log in | connection.query-session, connection.session-ready, session.logout-over-socket
no-updates | changes are not reported | event.update, event.everyone, permission.view-reported, connection.session-ready, event.every-component
no-updates-for-elders | changes are not reported to clients of Socket.io 2 | event.everyone, event.update, permission.view-reported, connection.session-ready, event.every-component
single-update | onComponentUpdate carries one entry instead of a list | event.list
update-without-unit | a reported change has no unit | event.fields
update-cooked | a reported change has the value in place of the content | event.raw, event.content
update-cid-numbered | a reported change tells the number of the component instead of its cid | event.cid
update-property-numbered | a reported change numbers its property besides naming it | event.property
update-unit-null | the unit of a reported change is null where there is none | event.unit
update-unit-numbered | the unit of a reported change is a number | event.unit
update-content-boolean | the content of a reported change is true or false | event.content, event.raw
update-without-value | a reported change has the content, and no value | event.update, event.everyone, permission.view-reported, connection.session-ready, event.every-component
update-without-content-for-users | regular users are told of changes without content | event.same-for-users
update-of-one-component | only changes of the component that changed first are reported | event.every-component, permission.view-reported, connection.session-ready, event.update, event.everyone
strangers-told | who has not logged in is told of changes | event.not-before-login, permission.off-silent
one-try | after a refused login no other is accepted over Socket.io | connection.refused-stays
sessions-not-told | who connected with a session is told of no change | connection.session-ready
version-for-strangers | getVersion is answered before the login | connection.before-login, http.success-body, paths.same-answer
told-once | only the first connection is told to log in | connection.reconnect, connection.query-expired, connection.state-change, connection.query-unknown, connection.query-ended
replays | what was missed is sent after init | connection.no-replay
other-namespace | the namespace is /api/v2 | version.namespace, version.polling
other-path-4 | nobody is served under /socket.io-v4 | version.socket4-path, version.polling
other-path-2 | nobody is served under /socket.io | version.socket2-path, version.polling
no-polling | polling is refused | version.polling
session-in-query-forgotten-by-elders | clients of Socket.io 2 have to log in whatever session they show | connection.query-session, session.logout-over-socket, connection.session-ready
remove-ignored | removeWebHook does nothing | webhook.remove, hook-call.removed-silent, permission.user-refused, permission.user-status, errors.not-allowed, errors.text-117
removed-calls | a webhook that was removed goes on calling | hook-call.removed-silent, webhook.remove, permission.user-refused, permission.user-status, errors.not-allowed, errors.text-117
mcp-not-opened | initialize is answered with an error | mcp.initialize, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client
mcp-no-session-id | initialize tells no session | mcp.session-id, mcp.initialized, mcp.delete, mcp.id-as-text, mcp.later-event-stream, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client, mcp.get-stream, mcp.sessions-apart, mcp.tools-list, mcp.tools-cover, mcp.read-only-hint, mcp.resources, mcp.prompts, mcp.resource-read, mcp.component-by-id, mcp.tool-result, mcp.token-is-admin
mcp-speechless | initialize brings no instructions | mcp.instructions
mcp-session-404 | an unknown MCP session has status 404 | mcp.no-session-400, mcp.no-session-every-method
mcp-sessionless-200 | tools are listed without a session | mcp.no-session-400, mcp.delete
mcp-not-confirmed | notifications/initialized is refused | mcp.initialized, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client
mcp-no-stream | there is no stream of notifications | mcp.get-stream, mcp.token-every-method, mcp.no-session-every-method, mcp.list-changed, mcp.skill-off-every-method
mcp-undying | DELETE does not close the session | mcp.delete, mcp.token-every-method, mcp.no-session-every-method, mcp.skill-off-every-method
mcp-without-event | answers have no line "event: message" | mcp.message-lines
mcp-other-ids | answers do not have the id of their request | mcp.json-rpc, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client
mcp-version-as-number | protocolVersion is a number | mcp.protocol-version, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client
mcp-lists-fixed | listChanged is not offered for prompts | mcp.capabilities
mcp-no-completions | completions is not offered | mcp.completions, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client
mcp-no-tools | there are no tools | mcp.tools-list, mcp.tools-cover, mcp.read-only-hint, bridge.passes-tools, mcp.sdk-client
mcp-tools-without-zones | there are no tools for zones | mcp.tools-cover
mcp-no-hints | no tool is marked as only reading | mcp.read-only-hint
mcp-user-tool | a tool changes users | mcp.users-read-only
mcp-reset-tool | a tool resets the controller | mcp.reserved
mcp-resource-missing | the resource of all rooms is not listed | mcp.resources
mcp-no-prompts | there are no prompts | mcp.prompts, bridge.passes-prompts
mcp-tool-in-words | a tool answers in words instead of JSON | mcp.tool-result, mcp.component-by-id, mcp.token-is-admin, bridge.passes-calls
mcp-other-component | component_get_by_id answers another component | mcp.component-by-id, mcp.token-is-admin, bridge.passes-calls
mcp-stale-values | tools tell of a value that was before | mcp.same-values
mcp-half-blind | a token sees only some components | mcp.token-is-admin, bridge.passes-calls, mcp.component-by-id
mcp-odd-schema | tools are listed without saying what they take | mcp.sdk-client, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts
mcp-quiet | nobody is notified of changed lists | mcp.list-changed
mcp-token-missing-403 | without a token the status is 403 | mcp.token-missing-401, mcp.token-missing-text, mcp.token-each-request, mcp.session-refused
mcp-token-unknown-403 | with an unknown token the status is 403 | mcp.token-unknown-401, mcp.token-unknown-text, mcp.token-every-method
mcp-refuses-wordlessly | a refusal does not say what is wrong with the token | mcp.token-missing-text, mcp.token-unknown-text, mcp.token-disabled-text
mcp-token-disabled-403 | with a disabled token the status is 403 | mcp.token-disabled-401, mcp.token-disabled-text, mcp.token-disabled-session, mcp.token-removed-401, mcp.token-scheme-401
mcp-skill-off-503 | while the MCP skill is off the status is 503 | mcp.skill-off-404, mcp.skill-off-every-method
mcp-by-password | user name and password open the endpoint for assistants | mcp.user-login-refused
mcp-get-without-token | the stream of notifications asks for no token | mcp.token-every-method
mcp-delete-without-token | DELETE asks for no token | mcp.token-every-method
mcp-get-homeless-404 | the stream of an unknown session has status 404 | mcp.no-session-every-method
mcp-delete-homeless-200 | DELETE of an unknown session has status 200 | mcp.no-session-every-method
mcp-skill-off-get-405 | while the MCP skill is off, GET has status 405 | mcp.skill-off-every-method
mcp-any-scheme | the token is taken with any scheme | mcp.token-scheme-401
mcp-by-session | a session of the HTTP API opens the endpoint for assistants | mcp.session-refused
mcp-token-disabled-wordless | a disabled token is refused without a word | mcp.token-disabled-text, mcp.token-missing-text
mcp-session-outlives-token | an open session goes on when its token is disabled | mcp.token-disabled-session, mcp.token-each-request
mcp-token-removed-403 | with a removed token the status is 403 | mcp.token-removed-401, mcp.token-disabled-401, mcp.token-disabled-session, mcp.token-missing-401, mcp.token-unknown-401, mcp.token-each-request, mcp.user-login-refused, mcp.session-refused, mcp.token-every-method, mcp.token-scheme-401
mcp-one-session | who closes a session closes all | mcp.sessions-apart, mcp.skill-off-every-method, bridge.passes-tools, bridge.passes-calls, bridge.passes-resources, bridge.passes-prompts, mcp.sdk-client, mcp.initialized, mcp.delete, mcp.id-as-text, mcp.token-disabled-session, mcp.tools-list, mcp.tools-cover, mcp.read-only-hint, mcp.resources, mcp.prompts, mcp.resource-read, mcp.token-each-request, mcp.token-every-method, mcp.component-by-id, mcp.tool-result, mcp.token-is-admin
mcp-texts-for-numbers | an id that is a text is answered with a number | mcp.id-as-text
mcp-later-json | only initialize is answered as an event stream | mcp.later-event-stream
mcp-all-hinted | every tool is marked as only reading | mcp.changing-not-hinted
mcp-resource-short | the resource of all components leaves out every tenth | mcp.resource-read
mcp-resources-unread | no resource can be read | mcp.resource-read
remote-without-token | from outside one gets in without a remote access token | remote.token-needed
remote-any-token | from outside any remote access token will do | remote.token-wrong
remote-forbidden-110 | a user without the permission is error 110 from outside | remote.permission-137, remote.permission-any-call, remote.socket-137
remote-nobody | nobody gets in from outside | remote.login, remote.lockout-per-user
remote-no-scenes | from outside there are no scenes | remote.same-answers
remote-issues-tokens | remote access tokens are issued from outside as well | remote.no-token-issued
remote-mcp-404 | from outside the endpoint for assistants has status 404 | mcp.remote-511, mcp.remote-every-method
remote-mcp-get | from outside GET /mcp has status 405 | mcp.remote-every-method
remote-mcp-delete | from outside DELETE /mcp has status 200 | mcp.remote-every-method
remote-permission-at-auth | from outside only auth asks for the permission | remote.permission-any-call
remote-no-sockets | from outside there is no Socket.io | remote.socket
remote-sockets-for-all | from outside everybody may log in over Socket.io | remote.socket-137
tls-no-elders | clients of Socket.io 2 are not served over HTTPS | tls.socket2
remote-lockout-for-all | from outside failures are counted by address as well | remote.lockout-per-user, remote.login
tls-no-scenes | over HTTPS there are no scenes | tls.same-api
tls-no-sockets | there is no Socket.io over HTTPS | tls.socket, tls.socket2
tls-by-authority | the certificate is signed by an authority | tls.self-signed, tls.fingerprint
tls-with-address | the certificate names an address | tls.names-nobody, tls.fingerprint
tls-other-certificate | the certificate is not the one that the operator was told of | tls.fingerprint
tls-changing | every other connection is shown another certificate | tls.stable
tls-no-assistants | over HTTPS there is no endpoint for assistants | mcp.over-https
`;
