/** Faults up to l, what each does, and what was seen broken. Written by `conformance/prove.ts --whole --record`. */
export const KNOWN_FAULTS_TO_L = `
cid-as-number | cid is a bare number | component.cid, webhook.id, bridge.passes-calls, http.json-body, http.form-body, http.get-query, http.query-with-session, http.form-with-session, permission.view-listed, data.answer, data.agrees, data.last-update, data.switch-value, data.switch-content, permission.user-commands, permission.user-reads, mcp.sdk-client, mcp.resource-read, mcp.component-by-id, mcp.token-is-admin, update.accepted
local-time | lastUpdate is told without its time zone | entry.last-update, data.agrees
content-as-boolean | the content of a switching state is true or false | entry.switch-content, entry.content, data.agrees
descriptions-always | components describe their properties although nobody asked | components.plain, components.with-properties
logout-answers-nothing | logout answers an empty object | session.logout, session.logout-credentials
disabled-110 | a disabled user is error 110 | login.disabled-122
lockout-110 | a lockout is error 110 | lockout.code-109, lockout.across-paths, lockout.sixth-failure, lockout.per-user, lockout.per-source, lockout.any-call-counted, lockout.any-call-blocked, lockout.right-password-sockets, lockout.lasts
cid-twice | two components have the same cid | component.cid-unique
components-by-cid | getAllComponents answers an object instead of a list | components.list, permission.user-reads
data-twice | data has two entries for one property | component.data
content-missing | entries have no content | entry.content, entry.switch-content, entry.switch-agrees, data.agrees
content-upside-down | the content of a switching state is 0 when it is on | entry.switch-agrees, data.agrees
described-only | with properties only the first components are listed | components.same-components
command-names-others | the answer of componentUpdate names a further component | update.only-cid
descriptions-never | withProperties brings no descriptions | components.with-properties
command-answered-false | a command that was taken is answered with false | update.accepted, http.form-booleans, http.query-booleans, permission.user-commands
command-forgotten | a command over HTTP is accepted and not carried out | update.effect, permission.off-update, permission.view-update, update.unknown-cid, paths.same-answer, paths.same-refusal
elders-told-otherwise | clients of Socket.io 2 are told another version than others | paths.same-answer, http.success-body
elders-read-old-values | clients of Socket.io 2 read what was before | paths.same-state, data.agrees
errors-200 | errors have status 200 | status.answered-error-400, status.parameter-400, status.not-found-400, session.day, session.expired-106, session.persistent-only-true, status.login-failed-401, status.unknown-session-401, http.credentials-each-time
login-400 | failed logins have status 400 | status.login-failed-401, status.unknown-session-401, login.wrong-password-any-call, status.wrong-password-401, session.expired-106
lockout-429 | a lockout has status 429 | status.lockout-401
forms-ignored | form-encoded parameters are ignored | http.form-body, http.form-booleans, http.form-with-session
logout-without-effect | logout answers true and ends nothing | session.ended-at-once, connection.query-ended
any-source | failures are not counted by user name across addresses | lockout.per-user, lockout.doubling, lockout.at-most-15-minutes, lockout.any-call-counted, lockout.any-call-blocked, lockout.sixth-failure, lockout.right-password-blocked, lockout.code-109, lockout.retry-after, lockout.one-second, status.lockout-401, errors.text-109, lockout.lasts
json-ignored | parameters in a JSON body are ignored | http.json-body, permission.scene-still, permission.view-listed, data.answer, data.agrees, data.last-update, data.switch-value, data.switch-content, permission.user-reads, mcp.same-values, paths.same-refusal, scene.effect
form-texts | the texts true and false stay texts in a form | http.form-booleans
errors-without-text | errors have no text | http.failure-body, errors.text-106, errors.text-112, errors.text-116, errors.text-109, errors.socket-body, http.accept-language, errors.language-init, errors.text-117, paths.errors-only
anybody-answered | a request without credentials is answered as the last user | http.credentials-each-time
impatient | a call is given up after 5 seconds | limits.call-15s
late-is-done | over Socket.io a call that takes too long is answered as if it were done | limits.call-15s-socket, errors.acknowledged, errors.socket-body, errors.language-init, permission.scene-refused, scene.unknown-112, errors.not-found, errors.parameter-missing, paths.same-refusal, scene.complete, scene.effect
json-called-text | answers over HTTP say that they are plain text | http.json-answers
form-without-session | a form-encoded body beside a session in the header is refused | http.form-with-session
init-object-over-http | init over HTTP answers an object | http.init
init-for-sockets-only | init is unknown over HTTP | http.init
languages-unweighed | of several languages the first is taken, whatever its weight | http.language-weights
english-106 | the text of error 106 is English in every language | errors.translated-106, errors.language-init
english-109 | the text of error 109 is English in every language | errors.translated-109
english-110 | the text of error 110 is English in every language | errors.translated-110
english-112 | the text of error 112 is English in every language | errors.translated-112, http.accept-language
english-116 | the text of error 116 is English in every language | errors.translated-116
english-122 | the text of error 122 is English in every language | errors.translated-122
english-117 | the text of a refused call is English in every language | errors.translated-117
english-405 | the text for another method is English in every language | errors.translated-405
errors-wordless-on-sockets | over Socket.io errors have no text | errors.socket-body, errors.language-init
error-codes-as-texts | over HTTP error codes are texts | http.failure-body, status.unknown-call-408, session.expired-106, lockout.across-paths, lockout.any-call-counted, lockout.any-call-blocked, lockout.per-user, lockout.per-source, permission.off-data, lockout.sixth-failure, lockout.code-109, http.other-methods-code, session.ended-at-once, login.unknown-session-106, session.password-each-time, login.missing-106, login.wrong-110, login.unknown-user-110, login.disabled-122, login.wrong-password-any-call, http.credentials-each-time, permission.scene-refused, lockout.lasts, permission.makes-refused, permission.user-refused, errors.not-allowed, scene.unknown-112, errors.not-found, errors.parameter-missing, status.timeout-408, webhook.missing-106, webhook.unknown-type-112, webhook.missing-url-106, webhook.unknown-id-112, paths.errors-only, session.logout-over-socket, errors.unknown-call, paths.same-refusal
login-201 | a login has status 201 | session.auth, lockout.reset-by-time, lockout.other-users, lockout.five-free, lockout.ends, lockout.reset-by-login, lockout.retry-after-honest
logout-ends-all | a logout ends every session | session.logout-others, session.within-day, session.extended, session.persistent, session.header
logout-wants-a-session | logout with credential headers is refused | session.logout-credentials
logout-of-the-wire | logout over Socket.io is answered with true and ends no session | session.logout-over-socket
expired-110 | an expired session is error 110 | session.expired-106
lockout-after-three | the fourth failure blocks | lockout.five-free, lockout.ends, errors.text-109, lockout.doubling, lockout.reset-by-time, errors.translated-109, lockout.runs-down, lockout.retry-after-honest
first-block-long | the first block lasts five seconds | lockout.one-second, lockout.doubling
block-always-one-second | every block lasts one second | lockout.doubling, lockout.runs-down, lockout.retry-after-honest
block-without-end | blocks double for ever | lockout.at-most-15-minutes, lockout.doubling
blocks-short | no block lasts longer than two seconds | lockout.lasts, lockout.per-source
block-stays | who was blocked once stays blocked | lockout.ends, lockout.retry-after-honest, lockout.reset-by-time
any-name | failures are not counted by address across user names | lockout.per-source, lockout.across-paths
block-ends-sessions | an open session does not work while its user is blocked | lockout.sessions-live, http.form-with-session, session.header, session.ended-at-once, session.logout-others, login.unknown-session-106, session.logout, session.logout-over-socket, session.within-day, session.extended, session.persistent, session.expired-106
admin-refused-on-sockets | over Socket.io nobody may list webhooks | permission.admin, webhook.record, webhook.record-times, webhook.record-kept, webhook.enabled-default, webhook.record-types, webhook.times-order, paths.same-refusal
forbidden-answered-true | a command that is not allowed is answered with true | permission.off-update, permission.view-update
forbidden-carried-out | a command that is not allowed is answered with false and carried out | permission.off-still, permission.view-still, permission.user-commands
commanding-for-admins | commands of regular users are answered with false | permission.user-commands
init-answers-object | init answers an object instead of true | connection.init, http.init, connection.session-ready
elders-refused-otherwise | clients of Socket.io 2 are refused with another error than others | paths.same-refusal, scene.unknown-112, errors.not-found, webhook.unknown-type-112, webhook.unknown-id-112
login-without-answer | a login over Socket.io is answered with true | connection.auth, connection.session-null, connection.refused-stays
any-session-connects | an unknown session in the query is taken for a known one | connection.query-unknown
logout-over-http-only | a session that has ended still opens connections | connection.query-ended, mcp.sdk-client, mcp.token-missing-text, mcp.token-unknown-text, mcp.initialize, mcp.sessions-apart, mcp.tools-list, mcp.tools-cover, mcp.read-only-hint, mcp.resources, mcp.prompts, mcp.resource-read, webhook.unknown-type-112, webhook.unknown-id-112, paths.errors-only, paths.unharmed, mcp.component-by-id, mcp.tool-result, mcp.token-is-admin, update.unknown-cid, update.no-error, scene.unknown-112, errors.unknown-call, status.unknown-call-408, tls.same-api, lockout.lasts, paths.same-refusal, status.timeout-408
expired-connects | an expired session still opens connections | connection.query-expired
errors-wrapped | over Socket.io an error is wrapped into another object | errors.acknowledged, connection.refused-stays, errors.socket-body, errors.unknown-call, lockout.code-109, lockout.sixth-failure, lockout.retry-after, lockout.right-password-sockets, permission.off-data, login.missing-106, login.wrong-110, login.unknown-user-110, login.disabled-122, errors.language-init, permission.scene-refused, permission.makes-refused, permission.user-refused, errors.not-allowed, scene.unknown-112, errors.not-found, errors.parameter-missing, webhook.missing-106, webhook.unknown-type-112, webhook.missing-url-106, webhook.unknown-id-112, paths.same-refusal
english-sockets | the language given to init is ignored | errors.language-init
hooks-silent | webhooks are never called | hook-call.fires, hook-call.each, hook-call.enabled-again, hook-call.answer-ignored, hook-call.five-seconds
hooks-cooked | webhooks tell true or false as content | hook-call.content
hooks-nameless | webhooks do not tell their id | hook-call.id
hooks-twice | webhooks are called twice | hook-call.no-retry, hook-call.once
hooks-patient | a receiver is waited for as long as it likes | hook-call.five-seconds
hook-id-as-text | addWebHook answers its id as a text | webhook.id
hook-record-short | a webhook record has no created | webhook.record, webhook.record-times, webhook.record-types, webhook.times-order
hook-times-in-seconds | a webhook record tells its times in seconds | webhook.record-times, webhook.record-types, webhook.times-order, webhook.last-update
hook-url-trimmed | a webhook record tells the address without its path | webhook.record-kept, permission.refused-still
hook-enabled-as-number | a webhook record tells enabled as a number | webhook.record-types, webhook.enabled-default, webhook.enabled-false, webhook.disable, webhook.enable, permission.refused-still
hook-cid-numbered | a webhook record tells the number of the component instead of its cid | webhook.record-types, webhook.record-kept
hook-born-late | a webhook record tells a lastUpdate before created | webhook.times-order, webhook.last-update
hook-never-updated | lastUpdate of a webhook stays what created is | webhook.last-update
hook-ids-alike | addWebHook answers the same id every time | webhook.id-unique, webhook.enabled-false, webhook.last-update, webhook.record, webhook.record-times, webhook.record-kept, webhook.enabled-default, webhook.disable, webhook.enable, webhook.record-types, webhook.times-order, hook-call.id, permission.refused-still, hook-call.enabled-again
hook-url-optional | a webhook without url is error 112 | webhook.missing-url-106
hook-unknown-accepted | disableWebHook of an unknown id is answered with true | webhook.unknown-id-112
hook-removed-in-part | a webhook record has no lastUpdate | webhook.record, webhook.record-times, webhook.record-types, webhook.times-order, webhook.last-update
hooks-doubled | every change calls the receiver twice | hook-call.once, hook-call.no-retry
hooks-first-only | of several webhooks of a value only the first is called | hook-call.each, hook-call.fires, hook-call.enabled-again, hook-call.answer-ignored, hook-call.five-seconds
hooks-without-cid | webhooks do not tell the component | hook-call.cid
hooks-without-content | webhooks do not tell the content | hook-call.content
hooks-off-by-default | a webhook is disabled unless enabled is given | webhook.enabled-default, hook-call.fires, hook-call.each, permission.refused-still, hook-call.answer-ignored, hook-call.five-seconds
hooks-always-on | enabled: false is ignored when a webhook is added | webhook.enabled-false, webhook.last-update, hook-call.disabled-silent
disable-ignored | disableWebHook does nothing | webhook.disable, hook-call.disabled-silent, permission.user-refused, permission.user-status, errors.not-allowed, errors.text-117, webhook.unknown-id-112
enable-ignored | enableWebHook does nothing | webhook.enable, webhook.last-update, permission.user-refused, permission.user-status, errors.not-allowed, errors.text-117, hook-call.enabled-again
hook-missing-112 | a webhook without cid is error 112 | webhook.missing-106, webhook.missing-url-106
hook-type-106 | an unknown type of webhook is error 106 | webhook.unknown-type-112
hooks-posted | receivers are called with POST | hook-call.get
hooks-without-property | webhooks do not tell the property | hook-call.cid
hooks-anonymous | webhooks have no User-Agent | hook-call.user-agent, hook-call.user-agent-name
hooks-of-another-name | webhooks do not tell which controller calls | hook-call.user-agent-name
hooks-with-password | webhooks carry authentication | hook-call.no-secret
hooks-of-everything | webhooks are called whatever is switched | hook-call.only-watched, hook-call.cid, hook-call.content, hook-call.disabled-silent, hook-call.removed-silent, hook-call.no-retry
disabled-calls | a webhook that was disabled goes on calling | hook-call.disabled-silent, webhook.disable, permission.user-refused, permission.user-status, errors.not-allowed, errors.text-117, webhook.unknown-id-112
enabled-silent | a webhook that is enabled again stays silent | hook-call.enabled-again, webhook.enable, webhook.last-update, permission.user-refused, permission.user-status, errors.not-allowed, errors.text-117
hooks-offended | a receiver that answered 500 is not called any more | hook-call.answer-ignored, hook-call.fires, hook-call.enabled-again, hook-call.five-seconds
hooks-credulous | receivers are called whatever certificate they show | hook-call.self-signed
english-137 | from outside a missing permission is told in English in every language | errors.translated-137
bridge-mute | the bridge answers nothing | bridge.stdio
bridge-without-tools | the bridge passes no tools through | bridge.passes-tools
bridge-without-resources | the bridge passes no resources through | bridge.passes-resources
bridge-without-prompts | the bridge passes no prompts through | bridge.passes-prompts
bridge-own-answers | the bridge answers by itself | bridge.passes-calls
`;
