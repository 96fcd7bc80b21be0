const trustIt =
  'trust its authority: tls: { ca: ca.pem } in the profile, or NODE_EXTRA_CA_CERTS=ca.pem before the command';
const unknownAuthority = `is signed by an authority that this machine does not know; ${trustIt}`;

/** What Node's codes say of a certificate, with what to do. */
const troubles: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `is signed by itself, so it is not trusted; ${trustIt}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: 'has expired; it must be renewed',
  CERT_NOT_YET_VALID: "is not valid yet; is this machine's clock right?",
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host; use a name that it bears',
};

/** What is wrong with a certificate that a connection was refused for; undefined for any other code. */
export function certificateTrouble(code: string | undefined): string | undefined {
  return code === undefined ? undefined : troubles[code];
}
