import { readFileSync } from 'node:fs'
import {
  type OutcomePolicy,
  type ReceiptVerdict,
  parseKeyDocument,
  requireOutcome,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import { requireOutcome as requireOfFastify } from '@outturn/receipt-verifier/fastify'
import {
  outcomeOf,
  requireOutcome as requireOfExpress,
  usedInMemory,
} from '@outturn/receipt-verifier/express'
import { nodeSuite } from '@outturn/receipt-verifier/node'
import { serviceKeys, serviceStatus } from '@outturn/receipt-verifier/service'

const { receipt, keys } = JSON.parse(readFileSync('golden.json', 'utf8')) as {
  receipt: { id: string }
  keys: unknown
}
const trustSet = parseKeyDocument(keys)
const policy: OutcomePolicy = { minimum_status: 'partial', min_earned: '1.00', environment: 'demo' }
const verdict: ReceiptVerdict = verifyOutcomeReceipt(receipt, {
  trustSet,
  environment: 'demo',
  suite: nodeSuite,
})
const { ok, reasons } = requireOutcome(receipt, policy, { trustSet })
const altered = requireOutcome({ ...receipt, id: 'ocr_0' }, policy, { trustSet })

const middleware = requireOfExpress({
  policy,
  trustSet: serviceKeys('https://outturn.example'),
  used: usedInMemory(),
})
const hook = requireOfFastify({ policy, trustSet, status: serviceStatus('https://outturn.example') })

const isRight =
  verdict.valid && ok && reasons.length === 0 && !altered.ok && verdict.amounts?.earned === '1.00'
console.log(
  isRight && [middleware, hook, outcomeOf].every((each) => typeof each === 'function') ? 'ok' : 'wrong',
)
