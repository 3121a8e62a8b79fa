/** Why a call failed, in few words that hold nothing of the address. */
export const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  const known = code === undefined ? undefined : REASONS[code];
  if (known !== undefined) return known;
  if (code?.startsWith('HPE_')) return 'the answer is not HTTP';
  if (code?.startsWith('ERR_SSL_')) return 'TLS could not be agreed upon';
  return code !== undefined && /^[A-Z\d_]{1,48}$/.test(code) ? `failed with ${code}` : 'failed';
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ECONNABORTED: 'connection reset',
  ETIMEDOUT: 'no connection',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  EHOSTDOWN: 'host unreachable',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found at present',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  EPROTO: 'TLS could not be agreed upon',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate is signed by nobody who is trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate is signed by nobody who is trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate is signed by nobody who is trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate is signed by nobody who is trusted',
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another name',
};

/** Of several attempts the first counts: a name may have several addresses. */
const codeOf = (error: unknown): string | undefined => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};
