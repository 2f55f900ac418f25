import { type signPaymentStatements, unavailable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { jwsInputOf, refuseForeignResources } from '../../domain/payments/payment-statement.ts'

/** Signs offers and receipts of payments with the key for them; each signature is confirmed with the store. */
export function handleSignPaymentStatements({
  publicUrl,
  signers,
  isOff,
}: SigningDeps): Handler<typeof signPaymentStatements> {
  return async ({ statements }) => {
    refuseForeignResources(publicUrl, statements)
    const signer = isOff ? null : signers.payment
    if (signer === null) {
      throw unavailable('There is no key to sign offers and receipts of payments with.', {
        reason: 'payment_key_missing',
        retryAfterSeconds: 30,
      })
    }
    const signed = statements.map(async (statement) => {
      const input = jwsInputOf(statement, publicUrl, signer.keyId)
      return `${input}.${await signer.sign(input)}`
    })
    return { signed: await Promise.all(signed) }
  }
}
