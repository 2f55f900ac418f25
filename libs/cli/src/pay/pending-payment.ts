import { existsSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { replaceFile } from '@outturn/whole-files'
import { z } from 'zod'
import { UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-file.ts'

/** What is bought by a call. */
export type PaidCall = {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Headers that carry a payment. */
const paymentHeaders = ['payment-signature', 'authorization'] as const

const PendingFile = z.strictObject({
  request_digest: z.string(),
  header: z.enum(paymentHeaders),
  payment: z.string(),
})

/**
 * The payment of a call that is not answered for good, in a file beside the one for the answer: it is kept before it is sent, so a
 * command that was ended is run again with it and pays once.
 */
export type PendingPayment = {
  /** The header that was sent, with its value; null when none was. */
  read(): Readonly<Record<string, string>> | null
  /** Keeps the payment that a request carries; a request without one changes nothing. */
  keep(headers: Headers): Promise<void>
  end(): void
}

/** The payment kept beside a file. Throws UnusableInput where it is for another call. */
export function pendingPaymentOf(outputFile: string, call: PaidCall): PendingPayment {
  const file = `${outputFile}.payment`
  const requestDigest = createHash('sha256').update(`${call.url}\n${call.body}`).digest('hex')
  return {
    read() {
      if (!existsSync(file)) return null
      const found = PendingFile.safeParse(readJsonFile(file))
      if (!found.success || found.data.request_digest !== requestDigest) {
        throw new UnusableInput(
          `${file} keeps the payment of another request. Repeat that one, or name another file with --output.`,
        )
      }
      return { [found.data.header]: found.data.payment }
    },
    async keep(headers) {
      const header = paymentHeaders.find((name) => headers.get(name)?.match(/^(?!Bearer )/i))
      if (header === undefined) return
      const pending = { request_digest: requestDigest, header, payment: headers.get(header) ?? '' }
      await replaceFile(file, `${JSON.stringify(pending)}\n`)
    },
    end: () => rmSync(file, { force: true }),
  }
}
