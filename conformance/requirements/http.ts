import { CALLS, HTTP, must, SOCKETS, section, should } from './requirement.ts';

/** What every request over HTTP may rely on. */
export const HTTP_RULES = [
  ...section('HTTP API, general rules', {
    'http.path': must(HTTP, 'A call is POST /api/v1/<function>; the name is the event name of Socket.io.'),
    'http.json-body': must(HTTP, 'Parameters are taken from a JSON body.'),
    'http.form-body': must(HTTP, 'Parameters are taken from a form-encoded body as well.'),
    'http.get-query': must(HTTP, 'Parameters are taken from the query of a GET as well.'),
    'http.form-booleans': must(HTTP, 'In a form the texts true and false mean the booleans.'),
    'http.query-booleans': must(HTTP, 'In a query the texts true and false mean the booleans.'),
    'http.other-methods': must(HTTP, 'A method other than GET and POST is status 405.'),
    'http.other-methods-code': must(HTTP, 'The body of a 405 carries error code 117.'),
    'http.success-200': must(HTTP, 'A call that succeeds has status 200.'),
    'http.success-body': must(HTTP, 'The body of a success is what the call returns over Socket.io.'),
    'http.failure-body': must(HTTP, 'A failure has a body with errorCode, an integer, and errorText, a text.'),
    'http.json-answers': should(HTTP, 'Answers say that they are JSON.'),
    'http.accept-language': must(HTTP, 'The header accept-language chooses the language of errorText.'),
    'http.credentials-each-time': must(HTTP, 'A request without credentials is not answered as a call.'),
  }),
  ...section('HTTP status mapping', {
    'status.answered-error-400': must(HTTP, 'A call that was answered with an error has status 400.'),
    'status.login-failed-401': must(HTTP, 'A login that failed has status 401.'),
    'status.lockout-401': must(HTTP, 'A login refused by the lockout has status 401.'),
    'status.timeout-408': must(HTTP, 'A call without an answer within 15 seconds is status 408 with error code 116.'),
    'status.unknown-call-408': must(HTTP, 'A call that does not exist is status 408 with error code 116.'),
  }),
  ...section('Errors', {
    'errors.parameter-missing': must(CALLS, 'A required parameter that is missing is error 106.'),
    'errors.not-found': must(CALLS, 'What does not exist is error 112.'),
    'errors.unknown-call': must(CALLS, 'A call that does not exist is error 116.'),
    'errors.not-allowed': must(CALLS, 'A call that the user may not use is error 117.'),
    'errors.text-106': should(HTTP, 'In English, error 106 reads "Parameter(s) error".'),
    'errors.text-109': should(HTTP, 'In English, error 109 reads "Too many authorization attempts".'),
    'errors.text-112': should(HTTP, 'In English, error 112 reads "Not found".'),
    'errors.text-116': should(HTTP, 'In English, error 116 reads "Timeout occurred".'),
    'errors.text-117': should(HTTP, 'In English, error 117 reads "Not allowed".'),
    'errors.text-405': should(HTTP, 'In English, the error of another method reads "Method Not Allowed".'),
    'errors.acknowledged': must(SOCKETS, 'Over Socket.io the error body is the acknowledgement.'),
    'errors.language-init': must(SOCKETS, 'The language given to init chooses that of errorText.'),
    'errors.retry-after-only-109': must(CALLS, 'retryAfter stands only in the body of error 109.'),
  }),
  ...section('Limits', {
    'limits.call-15s': must(HTTP, 'A call that takes longer is given up after 15 seconds, not much sooner or later.'),
    'limits.call-15s-socket': must(SOCKETS, 'Over Socket.io such a call is error 116 or stays unanswered.'),
  }),
];
