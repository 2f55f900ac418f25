import { timingSafeEqual } from 'node:crypto'
import type { KeyPrincipal } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import type { TokenHash } from './token-hash.ts'

/** A configured test key: the party it stands for is known by its label alone. */
export type TestKey = { readonly label: string; readonly principal: KeyPrincipal }

export type TestKeys = {
  find(token: string): TestKey | null
  /** Whether a key stands for this account. */
  hasAccount(accountId: string): boolean
}

const entry = /^([a-z0-9][a-z0-9-]{0,39}):(spk_test_[0-9A-Za-z]{16,64})$/

/** Reads `label:key,label:key`. Throws on an entry of another form and on a label or key that stands twice. */
export function parseTestKeys(text: string, hash: TokenHash): TestKeys {
  const entries = text === '' ? [] : text.split(',').map((part) => readEntry(part.trim()))
  for (const position of [0, 1] as const) {
    const seen = new Set(entries.map((parts) => parts[position]))
    if (seen.size !== entries.length) throw new Error(`a ${position === 0 ? 'label' : 'key'} stands twice`)
  }
  const keys = entries.map(([label, token]) => ({ digest: Buffer.from(hash(token)), key: testKey(label) }))
  return {
    find(token) {
      const digest = Buffer.from(hash(token))
      let found: TestKey | null = null
      // Every entry is compared, so that the time does not tell which one came close.
      for (const known of keys) if (timingSafeEqual(known.digest, digest)) found = known.key
      return found
    },
    hasAccount: (accountId) => keys.some(({ key }) => key.principal.accountId === accountId),
  }
}

function readEntry(part: string): [label: string, token: string] {
  const [, label, token] = entry.exec(part) ?? []
  if (label === undefined || token === undefined) {
    throw new Error('each entry is label:spk_test_ followed by 16 to 64 letters or digits')
  }
  return [label, token]
}

function testKey(label: string): TestKey {
  const seed = `test-key:${label}`
  return {
    label,
    principal: {
      kind: 'account',
      accountId: derivedId('account', seed),
      accountName: label,
      accountKind: 'agent',
      via: { kind: 'key', keyId: derivedId('key', seed), scope: 'full' },
      mayMoveMoney: true,
    },
  }
}
