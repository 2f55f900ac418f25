/** Members whose value never reaches a log line, wherever they stand in the first four levels of a logged object. */
export const redactedMembers = [
  'authorization',
  'Authorization',
  'x-api-key',
  'X-Api-Key',
  'payment-signature',
  'Payment-Signature',
  'x-payment',
  'cookie',
  'Cookie',
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
  'databaseUrl',
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

const levels = ['', '*.', '*.*.', '*.*.*.']

export const redactedPaths: string[] = levels.flatMap((level) =>
  redactedMembers.map((member) => {
    if (!member.includes('-')) return `${level}${member}`
    return `${level.slice(0, -1)}["${member}"]`
  }),
)

const apiKeys = /\b(spk_(?:live|test)_|spg_|sbx_|rvt_)[A-Za-z0-9_-]{4,}/g
const urlPasswords = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"\\]{0,200}):[^\s@/"\\]{1,400}@/g

/** The second net: keys and URL passwords inside a finished line, where an error message may have quoted them. */
export function censorSecrets(line: string): string {
  return line.replace(apiKeys, '$1***').replace(urlPasswords, '$1:***@')
}
