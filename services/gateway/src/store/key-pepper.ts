import type { TokenHash } from '../auth/token-hash.ts'
import type { Db } from './tables.ts'

/** A text that is no token; what the pepper makes of it tells nothing of the pepper. */
const fixedText = 'fingerprint of the key pepper'

/**
 * Notes the pepper at the first start of an environment, and throws at every later one that has another: each API key, session and sealed secret
 * would be wrong to it, and nothing would say why.
 */
export async function assertKnownPepper(db: Db, hash: TokenHash, now: Date): Promise<void> {
  const fingerprint = hash(fixedText)
  await db
    .insertInto('key_pepper')
    .values({ fingerprint, noted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await db
    .selectFrom('key_pepper')
    .select(['fingerprint', 'noted_at'])
    .executeTakeFirstOrThrow()
  if (known.fingerprint === fingerprint) return
  throw new Error(
    `OUTTURN_KEY_PEPPER is not the key pepper that the API keys of this environment were made with, which was noted at ${known.noted_at.toISOString()}. ` +
      'Put the file key-pepper back from its copy. If it is lost, every API key is: docs/keys.md says how to go on.',
  )
}
