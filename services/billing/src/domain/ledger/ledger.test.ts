import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountFunds, availableMicros, emptyFunds } from './account-funds.ts'
import { account, creditGrantTerms, including, reserve, unnamed } from '../../testing/sample-funds.ts'
import { expireCreditGrants } from './expire-credit-grants.ts'
import { issueCreditGrant } from './issue-credit-grant.ts'
import { debtMicros, refundCredits } from './refund-debt.ts'
import { release } from './release.ts'
import { amountMicros, type Reservation } from './reservation.ts'
import { type Reserved, reserveOrOwe } from './reserve.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

const terms = including(2, 1)
const accounts = customerAccounts(account)
const start = Date.parse('2026-01-30T00:00:00.000Z')

/** What the store keeps, and the rules of the store: unique keys, amounts above zero. */
class Books {
  funds: AccountFunds = emptyFunds(account, new Date(start))
  version = 0n
  now = new Date(start)
  readonly reservations = new Map<string, Reservation>()
  readonly charges = new Map<string, number>()
  /** Packs by their grants, and what of their payments was not sent back. */
  readonly packs: { readonly grantId: string; unrefunded: bigint }[] = []
  readonly transfers: Transfer[] = []
  private readonly keys = new Set<string>()

  append(transfers: readonly Transfer[]): void {
    for (const transfer of transfers) {
      const key = `${transfer.kind} ${transfer.idempotencyKey}`
      if (this.keys.has(key) || transfer.amountMicros <= 0n) throw new Error(`the store refuses ${key}`)
      this.keys.add(key)
      this.transfers.push(transfer)
    }
  }

  save(funds: AccountFunds, transfers: readonly Transfer[]): void {
    this.funds = funds
    this.version += 1n
    this.append(transfers)
  }

  saveReserved({ funds, reservation, transfers }: Reserved): void {
    this.save(funds, transfers)
    this.reservations.set(reservation.runId, reservation)
  }

  balance(name: string): bigint {
    return this.transfers.reduce((sum, { debitAccount, creditAccount, amountMicros: micros }) => {
      return sum + (creditAccount === name ? micros : 0n) - (debitAccount === name ? micros : 0n)
    }, 0n)
  }
}

type Step = (books: Books) => void

const runIds = fc.integer({ min: 0, max: 5 }).map((number) => `vr_${number}`)

const reserveStep = fc
  .tuple(runIds, fc.integer({ min: 0, max: 3 }))
  .map(([runId, freeTextCompiles]): Step => {
    return (books) => {
      const previous = books.reservations.get(runId) ?? null
      if (previous !== null && previous.state !== 'voided') return
      const reserved = reserve(books.funds, { runId, freeTextCompiles, previous }, terms, books.now)
      if (reserved !== null) books.saveReserved(reserved)
    }
  })

const voidStep = runIds.map((runId): Step => {
  return (books) => {
    const reservation = books.reservations.get(runId)
    if (reservation?.state === 'held') books.saveReserved(release(books.funds, reservation, books.now))
  }
})

const verifiedStep = runIds.map((runId): Step => {
  return (books) => {
    const previous = books.reservations.get(runId) ?? null
    if (previous?.state === 'posted') return
    if (previous?.state !== 'held') {
      books.saveReserved(
        reserveOrOwe(books.funds, { runId, freeTextCompiles: 0, previous, ...unnamed }, terms, books.now),
      )
    }
    const held = books.reservations.get(runId) as Reservation
    books.reservations.set(runId, { ...held, state: 'posted', finishedAt: books.now })
    books.charges.set(runId, (books.charges.get(runId) ?? 0) + 1)
    const common = {
      debitAccount: accounts.held,
      idempotencyKey: runId,
      reference: runId,
      grantId: null,
      at: books.now,
    }
    const posts: Transfer[] = [
      {
        ...common,
        kind: 'post_verification',
        creditAccount: 'revenue:verification',
        amountMicros: held.verificationMicros,
      },
      { ...common, kind: 'post_compile', creditAccount: 'revenue:compile', amountMicros: held.compileMicros },
    ]
    books.append(posts.filter(({ amountMicros: micros }) => micros > 0n))
  }
})

const grantStep = fc
  .record({
    micros: fc.bigInt({ min: 1n, max: 400_000n }),
    source: fc.constantFrom('promo' as const, 'operator' as const, 'pack_mpp' as const),
    days: fc.option(fc.integer({ min: 0, max: 4 })),
  })
  .map(({ micros, source, days }): Step => {
    return (books) => {
      const isPack = source === 'pack_mpp'
      const expiresAt = days === null || isPack ? null : new Date(books.now.getTime() + days * 86_400_000)
      const grant = creditGrantTerms(`crg_${books.version}`, { source, expiresAt })
      const { funds, transfers } = issueCreditGrant(books.funds, grant, micros, books.now)
      books.save(funds, transfers)
      if (isPack) books.packs.push({ grantId: grant.id, unrefunded: micros })
    }
  })

/** A refund of a part of a pack, or of all that is left of its payment. */
const refundStep = fc
  .record({ pack: fc.nat(5), part: fc.option(fc.bigInt({ min: 1n, max: 200_000n })) })
  .map(({ pack, part }): Step => {
    return (books) => {
      const refunded = books.packs[pack]
      if (refunded === undefined || refunded.unrefunded === 0n) return
      const { grantId, unrefunded } = refunded
      const micros = part === null || part > unrefunded ? unrefunded : part
      refunded.unrefunded -= micros
      const refund = { noteId: `pnt_${books.version}`, grantId, rail: 'mpp' as const, micros }
      const { funds, transfers } = refundCredits(books.funds, refund, books.now)
      const movedMicros = transfers.reduce((sum, { amountMicros: moved }) => sum + moved, 0n)
      if (movedMicros !== micros) throw new Error(`${movedMicros} of ${micros} micros are accounted for`)
      books.save(funds, transfers)
    }
  })

const expireStep = fc.integer({ min: 0, max: 3 }).map((days): Step => {
  return (books) => {
    books.now = new Date(books.now.getTime() + days * 86_400_000)
    const { funds, transfers } = expireCreditGrants(books.funds, books.version, books.now)
    if (transfers.length > 0) books.save(funds, transfers)
  }
})

test('whatever happens in whatever order the books agree and each run is charged at most once', () => {
  const steps = fc.array(fc.oneof(reserveStep, voidStep, verifiedStep, grantStep, expireStep, refundStep), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(steps, (sequence) => {
      const books = new Books()
      for (const step of sequence) {
        step(books)
        const names = new Set(
          books.transfers.flatMap(({ debitAccount, creditAccount }) => [debitAccount, creditAccount]),
        )
        expect([...names].reduce((sum, name) => sum + books.balance(name), 0n)).toBe(0n)
        expect(books.funds.grants.every(({ remainingMicros }) => remainingMicros > 0n)).toBe(true)
        expect(availableMicros(books.funds)).toBe(books.balance(accounts.available))
        // What is owed is in the books, and no grant has anything left while it is owed for.
        expect(debtMicros(books.funds)).toBe(-books.balance(accounts.refundDebt))
        const owedFor = new Set(books.funds.debts.map(({ grantId }) => grantId))
        expect(books.funds.grants.some(({ id }) => owedFor.has(id))).toBe(false)
        const held = [...books.reservations.values()].filter(({ state }) => state === 'held')
        expect(held.reduce((sum, reservation) => sum + amountMicros(reservation), 0n)).toBe(
          books.balance(accounts.held),
        )
        expect(
          held.every(
            ({ parts, receivableMicros, ...rest }) =>
              parts.reduce((sum, { micros }) => sum + micros, receivableMicros) ===
              rest.verificationMicros + rest.compileMicros,
          ),
        ).toBe(true)
      }
      expect([...books.charges.values()].every((count) => count === 1)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
