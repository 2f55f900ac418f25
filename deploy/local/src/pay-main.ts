// `npm run -s pay -- FILE`: sends the request in FILE, `.outturn/sample/request.json` without one, to `npm start -- --payments` and pays
// for it by x402 with a new wallet of the chain of tests, which is given a dollar. Prints the answer. OUTTURN_HOME names the folder of a
// system that is not in `.outturn`.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buyVerification } from '@outturn/contracts'
import { connectChain, payerOf } from '@outturn/local-servers/payments'
import type { LocalFile } from './home/local-file.ts'
import { repository } from './places.ts'

const home = process.env['OUTTURN_HOME'] ?? join(repository, '.outturn')
const dollarMicros = 1_000_000n

/** The text of a file; ends the program with the advice where it cannot be read. */
function textOf(path: string, advice: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return giveUp(`${path} cannot be read. ${advice}`)
  }
}

function giveUp(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const [file = join(home, 'sample/request.json')] = process.argv.slice(2)
const start =
  'Start the system with npm start -- --payments; where its data is in another folder, name that in OUTTURN_HOME.'
const { base_url: baseUrl, payments } = JSON.parse(textOf(join(home, 'local.json'), start)) as LocalFile
const body = textOf(resolve(file), 'Name a file with the request of a verification.')
if (payments === undefined) giveUp(`The running system takes no payments. ${start}`)

const send = (headers: Record<string, string> = {}) =>
  fetch(baseUrl + buyVerification.http.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const unpaid = await send()
const challenge = unpaid.headers.get('payment-required')
if (challenge === null) {
  process.stderr.write(`${unpaid.status} without anything to pay: ${await unpaid.text()}\n`)
  process.exit(1)
}
const payer = payerOf()
const { address } = payer.account
await connectChain(payments.rpc_url).fund(address, dollarMicros)
const paid = await send({ 'payment-signature': await payer.pay(challenge) })
const left = await connectChain(payments.rpc_url).balanceOf(address)
process.stderr.write(`${address} paid ${dollarMicros - left} micros of a dollar; answered ${paid.status}\n`)
process.stdout.write(`${await paid.text()}\n`)
process.exitCode = paid.status === 201 ? 0 : 1
