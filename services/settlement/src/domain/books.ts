/** An account of the books, of one settlement: what a verdict determined, what is owed of it, what is paid, here or elsewhere. */
export type BookAccount = 'determined' | 'owed' | 'paid' | 'settled_external'

/** Money of one settlement that moves from one account to another, in micros of a dollar; every transfer sums to zero. */
export type BookTransfer = {
  readonly settlementId: string
  /** Names the transfer within its settlement, so that it is booked once. */
  readonly key: string
  readonly part: 'seller' | 'fee'
  readonly from: BookAccount
  readonly to: BookAccount
  readonly micros: bigint
}

const microsOfCent = 10_000n

/** What becomes owed when a verdict is final. */
export function determined(
  settlementId: string,
  { earnedCents, feeCents }: { earnedCents: bigint; feeCents: bigint },
): BookTransfer[] {
  return (
    [
      ['seller', earnedCents],
      ['fee', feeCents],
    ] as const
  )
    .filter(([, cents]) => cents > 0n)
    .map(([part, cents]) => ({
      settlementId,
      key: `determined:${part}`,
      part,
      from: 'determined',
      to: 'owed',
      micros: cents * microsOfCent,
    }))
}

/** That a leg is paid; `takenBack` counts the payments of this part before that a reorganisation of the chain dropped. */
export function paid(
  settlementId: string,
  part: 'seller' | 'fee',
  cents: bigint,
  takenBack = 0,
): BookTransfer {
  return {
    settlementId,
    key: takenBack === 0 ? `paid:${part}` : `paid:${part}:${takenBack + 1}`,
    part,
    from: 'owed',
    to: 'paid',
    micros: cents * microsOfCent,
  }
}

/** That a reorganisation of the chain dropped a payment; it is the one after so many others that were dropped. */
export function takenBackFrom(
  settlementId: string,
  part: 'seller' | 'fee',
  cents: bigint,
  takenBack: number,
): BookTransfer {
  return {
    settlementId,
    key: `taken_back:${part}:${takenBack + 1}`,
    part,
    from: 'paid',
    to: 'owed',
    micros: cents * microsOfCent,
  }
}

/** That what is owed of a part was settled elsewhere. */
export function settledElsewhere(settlementId: string, part: 'seller' | 'fee', cents: bigint): BookTransfer {
  return {
    settlementId,
    key: `settled_external:${part}`,
    part,
    from: 'owed',
    to: 'settled_external',
    micros: cents * microsOfCent,
  }
}
