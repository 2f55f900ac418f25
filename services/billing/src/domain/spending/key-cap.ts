import { monthOf } from '../usage/calendar-month.ts'

/** The most that one key may spend of the credits in a calendar month, and what it has spent and reserved in `month`. */
export type KeyCap = {
  readonly keyId: string
  readonly capMicros: bigint
  readonly month: string
  readonly usedMicros: bigint
  /** Share of the cap of which people were notified in this month, in percent. */
  readonly notedPercent: NotedPercent
}

/** Shares of a cap of which people are notified; 0 is none yet. */
export const notedPercents = [0, 80, 100] as const
export type NotedPercent = (typeof notedPercents)[number]

/** Most keys of an account that have a cap. */
export const maxCaps = 200

/** Charged and reserved in a month, by key. A key without any is absent. */
export type SpentByKey = ReadonlyMap<string, bigint>

export function findCap(caps: readonly KeyCap[], keyId: string | null): KeyCap | null {
  return keyId === null ? null : (caps.find((cap) => cap.keyId === keyId) ?? null)
}

/** Keys among these whose cap counts an earlier month: what they spent in this one is to be read first. */
export function staleKeys(
  caps: readonly KeyCap[],
  keyIds: readonly (string | null)[],
  now: Date,
): readonly string[] {
  const month = monthOf(now)
  return caps.filter((cap) => cap.month < month && keyIds.includes(cap.keyId)).map(({ keyId }) => keyId)
}

/** The caps of these keys with what they spent in the month of `now`. */
export function renewCaps(
  caps: readonly KeyCap[],
  keyIds: readonly string[],
  spent: SpentByKey,
  now: Date,
): readonly KeyCap[] {
  const month = monthOf(now)
  return caps.map((cap) =>
    keyIds.includes(cap.keyId)
      ? { ...cap, month, usedMicros: spent.get(cap.keyId) ?? 0n, notedPercent: 0 }
      : cap,
  )
}

/** Whether the key may spend this much more. What costs nothing, an allowed run among them, no cap refuses. */
export function isWithinCap(caps: readonly KeyCap[], keyId: string | null, micros: bigint): boolean {
  const cap = findCap(caps, keyId)
  return cap === null || micros === 0n || cap.usedMicros + micros <= cap.capMicros
}

/** The caps after the key reserved, spent or, below zero, got back so much. */
export function countSpending(
  caps: readonly KeyCap[],
  keyId: string | null,
  micros: bigint,
): readonly KeyCap[] {
  if (micros === 0n || findCap(caps, keyId) === null) return caps
  return caps.map((cap) => {
    if (cap.keyId !== keyId) return cap
    const usedMicros = cap.usedMicros + micros
    return { ...cap, usedMicros: usedMicros > 0n ? usedMicros : 0n }
  })
}

/** The caps with the one of this key set or, for null, removed. People are notified anew of a cap that differs from the one before. */
export function withCap(
  caps: readonly KeyCap[],
  { keyId, capMicros, usedMicros }: { keyId: string; capMicros: bigint | null; usedMicros: bigint },
  now: Date,
): readonly KeyCap[] {
  const others = caps.filter((cap) => cap.keyId !== keyId)
  if (capMicros === null) return others
  const month = monthOf(now)
  const previous = findCap(caps, keyId)
  const isSame = previous?.capMicros === capMicros && previous.month === month
  const cap = { keyId, capMicros, month, usedMicros, notedPercent: isSame ? previous.notedPercent : 0 }
  return [...others, cap].sort((a, b) => (a.keyId < b.keyId ? -1 : 1))
}

/** The share of a cap that is used in its month: 100 where no further run of this price fits. A cap of 0 is a key that is shut on purpose. */
function usedPercent({ capMicros, usedMicros }: KeyCap, runMicros: bigint): NotedPercent {
  if (capMicros === 0n) return 0
  if (usedMicros + runMicros > capMicros) return 100
  return usedMicros * 100n >= capMicros * 80n ? 80 : 0
}

/** The caps of the month of which people are to be notified now, with the share that is used. */
export function capsToNote(
  caps: readonly KeyCap[],
  runMicros: bigint,
  now: Date,
): readonly { readonly cap: KeyCap; readonly percent: 80 | 100 }[] {
  const month = monthOf(now)
  return caps.flatMap((cap) => {
    const percent = usedPercent(cap, runMicros)
    return cap.month === month && percent > cap.notedPercent && percent !== 0 ? [{ cap, percent }] : []
  })
}
