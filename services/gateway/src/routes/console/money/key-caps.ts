import { absent, defineEndpoint, type KeyCap, personAccess, readKeyCaps, setKeyCap } from '@outturn/contracts'
import { usdText } from '@outturn/pages'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { findOwnKey, noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import { leftOf } from '../../../console/pages/money/keys/key-cap.ts'
import { capPath, keyContent, type KeyPage, nameOf } from '../../../console/pages/money/keys/key-page.ts'
import { capRoles, changesMoney, moneyRoles } from '../../../console/pages/money/money-roles.ts'
import { parseUsd, usdProblem } from '../../../console/pages/money/parse-usd.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import { askForProof } from '../../../console/sign-in/step-up.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'
import type { ApiKey } from '../../../store/key-store.ts'
import { orNull, panelMs } from '../../../console/panel.ts'

const page = { isInternal: true, tag: 'Pages', isRateLimited: false } as const
const html = { mediaType: 'text/html' }
const params = { key_id: { pattern: '^key_[0-9a-f]{24}$', description: 'Id of a key.' } }
const text = z.string().max(1_000)

const showKey = defineEndpoint({
  ...page,
  access: personAccess(capRoles),
  operationId: 'show-key',
  path: '/console/keys/:key_id',
  params,
  summary: 'See a key and what it may spend',
  query: z.strictObject({ done: z.literal('cap').optional() }),
  deadlineMs: panelMs,
  success: { status: 200, description: 'The page.', content: html },
})
const changeKeyCap = defineEndpoint({
  ...page,
  access: personAccess(moneyRoles),
  operationId: 'change-key-cap',
  path: '/console/keys/:key_id/cap',
  params,
  summary: 'Change what a key may spend in a month',
  body: z.strictObject({ _t: text.default(''), amount: text.default(''), code: text.optional() }),
  success: { status: 303, description: 'The key.', content: html },
})

const current = '/console/keys'

/** A key of the account with its monthly cap. */
export function keyCapRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showKey, cookies, async (call, person) => {
      const key = await ownKey(call, person)
      const cap = await orNull(() => capOf(call, person, key.id))
      const shown = cap === null ? 'unread' : cap.cap
      return keyPage(site, person, {
        key,
        cap: shown,
        now: call.now,
        done: call.query.done === undefined || shown === 'unread' ? null : doneText(key, shown),
        ...(changesMoney(person.role) && { form: { token: person.formToken(capPath(key.id)) } }),
      })
    }),
    servePerson(changeKeyCap, cookies, (call, person) => changeCap(call, person, site)),
  ]
}

async function changeCap(
  call: Call<z.output<NonNullable<typeof changeKeyCap.body>>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const { console, instance, accountId } = person
  const key = await ownKey(call, person)
  const { amount } = call.body
  const capMicros = amount.trim() === '' ? null : parseUsd(amount)
  const { cap } = await capOf(call, person, key.id)
  if (capMicros === null && amount.trim() !== '') {
    const form = { token: person.formToken(call.path), value: amount, error: usdProblem }
    return keyPage(site, person, { key, cap, form, now: call.now, done: null }, 422)
  }
  const proof = isRaise(cap, capMicros)
    ? await askForProof(call, person, {
        site,
        title: 'Confirm a higher cap',
        current: `/console/keys/${key.id}`,
        reason: `You let the key ${nameOf(key)} spend ${capMicros === null ? 'without a cap' : `up to ${usdText(capMicros)} USD a month`}, so we ask for a code from your mail.`,
        button: capMicros === null ? 'Remove the cap' : 'Raise the cap',
      })
    : ({ isProved: true, headers: {} } as const)
  if (!proof.isProved) return proof.answer
  const command = { accountId, keyId: key.id, capMicros: capMicros === null ? null : String(capMicros) }
  await instance.bus.request(setKeyCap, command, asPerson(call, person))
  await inTransaction(console.db, (tx) =>
    noteAction(tx, {
      ...noteOf(person, call.now),
      action: 'key.cap_changed',
      target: key.id,
      details: {
        name: key.label,
        from: cap === null ? 'none' : `${usdText(BigInt(cap.capMicros))} USD`,
        to: capMicros === null ? 'none' : `${usdText(capMicros)} USD`,
      },
    }),
  )
  return seeOther(`/console/keys/${key.id}?done=cap#done`, proof.headers)
}

/** A cap that lets a key spend more than before. */
function isRaise(before: KeyCap | null, capMicros: bigint | null): boolean {
  if (before === null) return false
  return capMicros === null || capMicros > BigInt(before.capMicros)
}

function doneText(key: ApiKey, cap: KeyCap | null): string {
  return cap === null
    ? `${nameOf(key)} has no cap now.`
    : `The cap is ${usdText(BigInt(cap.capMicros))} USD. ${nameOf(key)} has ${usdText(leftOf(cap))} USD left this month.`
}

function keyPage(
  site: PageSite,
  person: SignedIn,
  content: Omit<KeyPage, 'mayRevoke' | 'opensLog'>,
  status = 200,
): Answer {
  const isDeveloper = person.role === 'owner' || person.role === 'developer'
  return consolePage(
    site,
    person,
    { title: nameOf(content.key), current: isDeveloper ? current : '/console/usage', status },
    keyContent({ ...content, mayRevoke: isDeveloper, opensLog: isDeveloper }),
  )
}

async function capOf(
  call: Pick<Call, 'deadline' | 'requestId'>,
  person: SignedIn,
  keyId: string,
): Promise<{ cap: KeyCap | null }> {
  const { accountId, instance } = person
  const { caps } = await instance.bus.request(readKeyCaps, { accountId }, asPerson(call, person))
  return { cap: caps.find((cap) => cap.keyId === keyId) ?? null }
}

async function ownKey(call: Pick<Call, 'params'>, { console, accountId }: SignedIn): Promise<ApiKey> {
  const key = await findOwnKey(console.db, accountId, call.params['key_id'] ?? '')
  if (key === null) throw absent('There is no such key.')
  return key
}
