import { nodeSha256 } from '@outturn/canonical/node'
import { expect, test } from 'vitest'
import { judged, refusal, viewer } from '../disputes/disputed-spool.fixture.ts'
import type { Spool } from '../model/spool.ts'
import type { DraftClaim } from './draft-claim.ts'
import { maxClaimBytes, maxClaims, recordClaims } from './record-claims.ts'

const draft: DraftClaim = {
  values: { subject: 'T-1', predicate: 'sold', value: 'é' },
  contentDigest: `sha256:${'0'.repeat(64)}`,
  evidenceRef: null,
  supersedes: null,
}
const draftBytes = Buffer.byteLength(JSON.stringify(draft.values))

/** Records two claims on a Spool that has so many, of so many bytes. */
function record(claims: Spool['state']['claims']) {
  const closed = judged()
  const spool = { ...closed, state: { ...closed.state, claims } }
  const facts = {
    now: new Date(spool.createdAt),
    idOf: (index: number) => `clm_${index}`,
    sha256: nodeSha256,
  }
  const known = { current: new Set<string>(), equal: new Map<string, string>() }
  return recordClaims({ spool, evidence: [] }, viewer(spool, 'provider'), [draft, draft], known, facts)
}

test('a Spool keeps 50,000 claims and 32 MiB of their values, and the one beyond is refused with both limits named', () => {
  const last = { count: maxClaims - 2, bytes: maxClaimBytes - 2 * draftBytes }
  expect(record(last).spool.state.claims).toEqual({ count: 50_000, bytes: 33_554_432 })
  for (const over of [
    { ...last, count: last.count + 1 },
    { ...last, bytes: last.bytes + 1 },
  ]) {
    expect(refusal(() => record(over))).toBe('conflict claim_limit_reached')
  }
  expect(() => record({ ...last, count: last.count + 1 })).toThrow('50,000 claims')
  expect(() => record({ ...last, bytes: last.bytes + 1 })).toThrow('32 MiB')
})
