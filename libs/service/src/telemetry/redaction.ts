/** Members whose value never reaches a log line, at any depth and in any case. */
export const redactedMembers = [
  'authorization',
  'x-api-key',
  'payment-signature',
  'x-payment',
  'cookie',
  'set-cookie',
  'apiKey',
  'api_key',
  'token',
  'secret',
  'password',
  'pepper',
  'privateKey',
  'private_key',
  'seed',
  'salt',
  'connectionString',
  'DATABASE_URL',
  'DEMO_DATABASE_URL',
  'OUTTURN_OWNER_DATABASE_URL',
  'OUTTURN_DEMO_OWNER_DATABASE_URL',
  'OUTTURN_NATS_PASSWORD',
  'OUTTURN_DEMO_NATS_PASSWORD',
  // What callers deliver is theirs: it is stored and judged, and never logged.
  'evidence',
  'content',
  'rows',
  'body',
] as const

const stars = '***'
const redacted = new Set<string>(redactedMembers.map((member) => member.toLowerCase()))
const anyRedactedMember = new RegExp(`"(?:${redactedMembers.join('|')})":`, 'i')

const apiKeys = /\b(spk_live_|spk_test_|spg_|sbx_|rvt_)[A-Za-z0-9_-]{4,}/g
/** Signatures of payments, which can be spent: 65 bytes in hex, or more of a wallet that is a contract. Hashes are shorter. */
const signatures = /0x[0-9a-f]{128,}/gi
const urlPasswords = /(:\/\/[^\s:@/"\\]{0,200}):[^\s@/"\\]{1,400}@/g

/**
 * Stars the secrets of a finished line: whole members by their name, and keys, signatures and URL passwords wherever they are quoted. A
 * line is taken apart only when it has such a member: taking paths out of every object beforehand costs fifty times more.
 */
export function censorSecrets(line: string): string {
  const censored = anyRedactedMember.test(line) ? censorMembers(line) : line
  return censored
    .replace(apiKeys, `$1${stars}`)
    .replace(signatures, `0x${stars}`)
    .replace(urlPasswords, `$1:${stars}@`)
}

function censorMembers(line: string): string {
  return `${JSON.stringify(JSON.parse(line, (member, value: unknown) => (redacted.has(member.toLowerCase()) ? stars : value)))}\n`
}
