import { existsSync, readFileSync } from 'node:fs'
import { parseStrictJson } from '@outturn/canonical'
import { buyPackByMpp, buyPackByX402, buyVerification, packCents } from '@outturn/contracts'
import { createFile } from '@outturn/whole-files'
import { readOutcomeReceipt, readReceiptEnvelope, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { keysOf } from '../service.ts'
import { type Answer, errorOf, payCall, type PayBy } from './pay-call.ts'
import { missing, type PayerSettings, readPayerSettings } from './payer-settings.ts'
import { loadPayer } from './payment-packages.ts'
import { type PaidCall, pendingPaymentOf } from './pending-payment.ts'
import { dollarsOf, limitMicros } from './spend-limit.ts'

export interface PayRequest {
  /** File of the payer's settings; each may come by a variable instead. */
  readonly payer?: string
  /** File for the answer, which must not exist. */
  readonly output: string
  readonly json?: boolean
  /** Dollars that may be paid at most, as they were typed. */
  readonly limit?: string
}
export interface PayVerificationRequest extends PayRequest {
  /** File of the request. */
  readonly file: string
  readonly keys?: string
}
export interface PayPackRequest extends PayRequest {
  /** As they were typed. */
  readonly cents: string
  readonly card?: boolean
}

type Env = Readonly<Record<string, string | undefined>>

/** What one verification costs at most without a word of the payer; the official client pays no more by itself. */
const verificationLimit = '1'
const microsOfCent = 10_000n

/** Pays for one verification from a wallet, keeps the answer and verifies the receipt in it. */
export async function payVerification(
  request: PayVerificationRequest,
  env: Env,
  output: Output,
): Promise<ExitStatus> {
  const settings = readPayerSettings(request.payer, env)
  const call = { url: settings.url + buyVerification.http.path, body: textOf(request.file), headers: {} }
  const payBy = await byWallet(settings, limitMicros(request.limit ?? verificationLimit), output)
  const answer = await paid(call, payBy, request, output)
  if (answer === null) return exitStatus.differs
  return judgeReceipt(answer, settings, request, output)
}

/** Buys credits for the account of the key, from a wallet or by card. */
export async function payPack(request: PayPackRequest, env: Env, output: Output): Promise<ExitStatus> {
  const cents = packCents.find((each) => String(each) === request.cents)
  if (cents === undefined) {
    throw new UnusableInput(`A pack has ${packCents.join(', ')} cents, not ${request.cents}.`)
  }
  const settings = readPayerSettings(request.payer, env)
  if (settings.apiKey === null) throw missing('api_key', 'the key of the account that gets the credits')
  const limit = request.limit === undefined ? BigInt(cents) * microsOfCent : limitMicros(request.limit)
  const call = {
    url: settings.url + (request.card ? buyPackByMpp : buyPackByX402).http.path,
    body: JSON.stringify({ pack_cents: cents }),
    headers: { 'x-api-key': settings.apiKey },
  }
  const payBy = await (request.card ? byCard(settings, limit, output) : byWallet(settings, limit, output))
  const answer = await paid(call, payBy, request, output)
  if (answer === null) return exitStatus.differs
  output.print(
    request.json
      ? answer.text.trim()
      : `${cents} cents were paid; ${request.output} has the answer. The balance has them as soon as they are booked.`,
  )
  return exitStatus.agrees
}

async function byWallet({ walletKey }: PayerSettings, limit: bigint, { complain }: Output): Promise<PayBy> {
  if (walletKey === null) throw missing('wallet_key', 'the private key of a wallet')
  const { walletPayer } = await loadPayer('wallet', () => import('./wallet-payer.ts'))
  return (sendBy) => {
    const { payingFetch, name } = walletPayer(walletKey, limit, sendBy)
    complain(`Paying from the wallet ${name}, ${dollarsOf(limit)} dollars at most.`)
    return payingFetch
  }
}

async function byCard({ processor }: PayerSettings, limit: bigint, { complain }: Output): Promise<PayBy> {
  if (processor === null) throw missing('processor_key', 'the key of an account at the processor')
  const { cardPayer } = await loadPayer('card', () => import('./card-payer.ts'))
  return (sendBy) => {
    complain(`Paying by card, ${dollarsOf(limit)} dollars at most.`)
    return cardPayer(processor, { sendBy, limitMicros: limit })
  }
}

/** The answer that was paid for, kept in its file; null where it was refused, which is told. */
async function paid(
  call: PaidCall,
  payBy: PayBy,
  { output: file }: PayRequest,
  { complain }: Output,
): Promise<Answer | null> {
  if (existsSync(file))
    throw new UnusableInput(`There is a file ${file} already. Name another with --output.`)
  const pending = pendingPaymentOf(file, call)
  const outcome = await payCall(call, payBy, pending)
  if (outcome.kind === 'unknown') {
    throw new UnusableInput(
      `It is not known yet whether the payment was made: ${outcome.detail}. Run the same command again: it goes on with the same payment, which ${file}.payment keeps.`,
    )
  }
  const { answer } = outcome
  if (outcome.kind === 'refused') {
    pending.end()
    const { error, code, reason, remediation } = errorOf(answer.text)
    const name = [code, reason].filter((each) => each !== undefined).join(', ')
    complain(`The service answered ${answer.status} ${name}: ${error ?? answer.text.slice(0, 300)}`)
    if (remediation !== undefined) complain(remediation)
    return null
  }
  if (!(await createFile(file, answer.text))) {
    throw new UnusableInput(
      `A file ${file} has appeared. Name another with --output, and repeat the command: it pays nothing again.`,
    )
  }
  pending.end()
  return answer
}

/** Verifies the receipt in an answer and tells what was paid for it. */
async function judgeReceipt(
  { text }: Answer,
  { url }: PayerSettings,
  { output: file, keys, json }: PayVerificationRequest,
  { print }: Output,
): Promise<ExitStatus> {
  const document = parseStrictJson(text)
  const { payment } = document as { payment?: { transaction?: string; amount?: string } }
  if (payment !== undefined && !json) {
    print(
      `${dollarsOf(BigInt(payment.amount ?? 0))} dollars were paid by the transaction ${payment.transaction}.`,
    )
  }
  const found = readReceiptEnvelope(document)
  const reading = 'problem' in found ? found : readOutcomeReceipt(found.receipt)
  if ('problem' in reading) throw new UnusableInput(`${file} has no receipt: ${reading.problem}.`)
  const verdict = verifyOutcomeReceipt(reading.receipt, { trustSet: await keysOf(url, keys) })
  const whose = keys === undefined ? 'the keys that the service serves' : keys
  if (json)
    print(JSON.stringify({ file, payment: payment ?? null, ...verdict, receipt_id: reading.receipt.id }))
  else
    print(
      verdict.valid
        ? `${file} has the receipt ${reading.receipt.id}: valid by ${whose}.`
        : `${file} has the receipt ${reading.receipt.id}: INVALID by ${whose}: ${verdict.reasons.join(', ')}.`,
    )
  return verdict.valid ? exitStatus.agrees : exitStatus.differs
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UnusableInput(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
