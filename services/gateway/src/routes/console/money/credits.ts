import { randomUUID } from 'node:crypto'
import {
  defineEndpoint,
  invalid,
  listPurchases,
  packCents,
  personAccess,
  readBalance,
  readBalanceThreshold,
  setBalanceThreshold,
  startCardCheckout,
} from '@outturn/contracts'
import { usdText } from '@outturn/pages'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  buyPath,
  creditsContent,
  type CreditsPage,
  thresholdPath,
} from '../../../console/pages/money/credits-page.ts'
import { moneyRoles } from '../../../console/pages/money/money-roles.ts'
import { parseUsd, usdProblem } from '../../../console/pages/money/parse-usd.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import { askForProof } from '../../../console/sign-in/step-up.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { type NewAuditEntry, noteAction } from '../../../store/console/audit-store.ts'
import { readLanes } from '../../site/read-offer.ts'
import { orNull, panelMs } from '../../../console/panel.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(moneyRoles),
} as const
const html = { mediaType: 'text/html' }
const text = z.string().max(1_000)

const showCredits = defineEndpoint({
  ...page,
  operationId: 'show-account-credits',
  path: '/console/credits',
  summary: 'See the credits of the account',
  query: z.strictObject({ done: z.literal('threshold').optional() }),
  deadlineMs: panelMs,
  success: { status: 200, description: 'The page.', content: html },
})
const buyCredits = defineEndpoint({
  ...page,
  operationId: 'buy-credits',
  path: buyPath,
  summary: 'Begin to buy credits by card',
  body: z.strictObject({
    _t: text.default(''),
    form: text.default(''),
    pack: text.default(''),
    code: text.optional(),
  }),
  deadlineMs: 15_000,
  success: { status: 303, description: 'The purchase.', content: html },
})
const changeThreshold = defineEndpoint({
  ...page,
  operationId: 'change-balance-threshold',
  path: thresholdPath,
  summary: 'Change below which balance people are written to',
  body: z.strictObject({ _t: text.default(''), amount: text.default('') }),
  success: { status: 303, description: 'The credits.', content: html },
})

const current = '/console/credits'
const mostPurchases = 25

/** Credits of the account: what is left, where it came from, and how to buy more. */
export function creditRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showCredits, cookies, (call, person) =>
      creditsPage(site, call, person, {
        done: call.query.done === undefined ? null : 'The threshold was changed.',
      }),
    ),
    servePerson(buyCredits, cookies, (call, person) => buy(call, person, site)),
    servePerson(changeThreshold, cookies, async (call, person) => {
      const { amount } = call.body
      const isEmpty = amount.trim() === ''
      const micros = isEmpty ? null : parseUsd(amount)
      if (micros === null && !isEmpty) {
        return creditsPage(
          site,
          call,
          person,
          { done: null, threshold: { value: amount, error: usdProblem } },
          422,
        )
      }
      await person.instance.bus.request(
        setBalanceThreshold,
        { accountId: person.accountId, thresholdMicros: micros === null ? null : String(micros) },
        asPerson(call, person),
      )
      await note(call, person, {
        action: 'credits.threshold_changed',
        target: 'balance threshold',
        details: { to: micros === null ? 'default' : `${usdText(micros)} USD` },
      })
      return seeOther(`${current}?done=threshold#done`)
    }),
  ]
}

type Shown = {
  readonly done: string | null
  readonly threshold?: { readonly value: string; readonly error: string }
}

async function creditsPage(
  site: PageSite,
  call: Call,
  person: SignedIn,
  { done, threshold: entered }: Shown,
  status = 200,
): Promise<Answer> {
  const { accountId, instance } = person
  const options = asPerson(call, person)
  const [balance, threshold, purchases, lanes] = await Promise.all([
    orNull(() => instance.bus.request(readBalance, { accountId }, options)),
    orNull(() => instance.bus.request(readBalanceThreshold, { accountId }, options)),
    orNull(() => instance.bus.request(listPurchases, { accountId, limit: mostPurchases }, options)),
    readLanes(call),
  ])
  const content: CreditsPage = {
    balance,
    threshold,
    purchases,
    sells: { card: lanes?.card === true, wallet: lanes?.x402 === true },
    done,
    buy: { token: person.formToken(buyPath), formId: randomUUID() },
    thresholdForm: { token: person.formToken(thresholdPath), ...entered },
  }
  return consolePage(site, person, { title: 'Credits', current, status }, creditsContent(content))
}

async function buy(
  call: Call<z.output<NonNullable<typeof buyCredits.body>>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const { accountId, instance } = person
  const pack = packCents.find((cents) => String(cents) === call.body.pack)
  const form = z.uuid().safeParse(call.body.form)
  if (pack === undefined || !form.success) {
    throw invalid('pack', 'Choose a pack of 5, 10 or 20 USD.', {
      remediation: 'Open the page of credits again and send its form.',
    })
  }
  const amount = `${pack / 100} USD`
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm a purchase',
    current,
    reason: `You buy credits for ${amount} by card, so we ask for a code from your mail. You pay on a page of the payment processor after that.`,
    button: `Go on to pay ${amount}`,
  })
  if (!proof.isProved) return proof.answer
  const { purchaseId } = await instance.bus.request(
    startCardCheckout,
    { accountId, packCents: pack, formId: form.data },
    asPersonCommand(call, person, form.data),
  )
  await note(call, person, { action: 'credits.bought', target: purchaseId, details: { amount } })
  return seeOther(`${current}/purchases/${purchaseId}`, proof.headers)
}

async function note(
  { now }: Pick<Call, 'now'>,
  person: SignedIn,
  entry: Pick<NewAuditEntry, 'action' | 'target' | 'details'>,
): Promise<void> {
  await inTransaction(person.console.db, (tx) => noteAction(tx, { ...noteOf(person, now), ...entry }))
}
