import { hash } from 'node:crypto'
import { defineEndpoint, openAccess } from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { z } from 'zod'
import { type Answer, type Call, type Route, serve, serveForm } from '../../http/route.ts'
import { frontPage } from '../../pages/front/front-page.ts'
import { mostCellLength, mostConditionsLength, sampleForm, type TryForm } from '../../pages/front/try-form.ts'
import type { PageSite } from '../../pages/site.ts'
import { taggedPage } from '../tagged-answer.ts'
import { readOffer } from './read-offer.ts'
import { trySession } from './try-session.ts'
import { verifyForm } from './verify-form.ts'

/** How long a page waits for what other services say of it, ms. */
const panelMs = 2_000

const showFront = defineEndpoint({
  operationId: 'show-front',
  path: '/',
  access: openAccess,
  summary: 'See what this service does, and try it',
  isInternal: true,
  tag: 'Pages',
  ignoresQuery: true,
  deadlineMs: panelMs,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})

const cell = z.string().max(mostCellLength).default('')
const conditions = z.string().max(mostConditionsLength)

const tryDelivery = defineEndpoint({
  operationId: 'try-delivery',
  path: '/try',
  access: openAccess,
  summary: 'Verify the delivery of the form on the front page, in the sandbox',
  isInternal: true,
  tag: 'Pages',
  deadlineMs: 15_000,
  body: z.strictObject({
    conditions,
    /** The conditions with another text in place of one that has a question. */
    choice: conditions.optional(),
    ...{ name1: cell, website1: cell, name2: cell, website2: cell },
    ...{ name3: cell, website3: cell, name4: cell, website4: cell },
  }),
  bodyLimit: { bytes: 64 * 1_024 },
  success: { status: 200, description: 'The page with the result.', content: { mediaType: 'text/html' } },
})

const showTry = defineEndpoint({
  operationId: 'show-try',
  path: '/try',
  access: openAccess,
  summary: 'Go to the form of the front page',
  isInternal: true,
  tag: 'Pages',
  ignoresQuery: true,
  success: { status: 303, description: 'The front page.', content: { mediaType: 'text/html' } },
})

/** The browser names the page that sends a form, so that the form of another site is told from it. */
const withForm = { 'referrer-policy': 'same-origin' }

/** The front page, the same for every reader, and its form. `quota` is what an account may ask for in a minute. */
export function frontPageRoutes(site: PageSite, quota: number): readonly Route[] {
  const session = trySession(site.isSecure)
  return [
    serve(showFront, async (call) => {
      const offer = await readOffer(call, quota)
      const page = htmlPage(site, 200, frontPage(site, { form: sampleForm, outcome: null, offer }), {
        ...withForm,
        'x-robots-tag': 'all',
        'cache-control': 'public, max-age=300',
      })
      return taggedPage(call, page, hash('sha256', page.body))
    }),
    serve(showTry, () => ({
      status: 303,
      body: '',
      contentType: 'text/html; charset=utf-8',
      headers: { location: '/#try' },
    })),
    serveForm(tryDelivery, (call) => answerForm(call, site, { quota, session })),
  ]
}

type FormCall = Call<z.output<NonNullable<typeof tryDelivery.body>>>

async function answerForm(
  call: FormCall,
  site: PageSite,
  { quota, session }: { quota: number; session: ReturnType<typeof trySession> },
): Promise<Answer> {
  const form = formOf(call.body)
  const [{ outcome, kept }, offer] = await Promise.all([
    verifyForm(call, form, session),
    readOffer(call, quota),
  ])
  return htmlPage(site, 200, frontPage(site, { form, outcome, offer }), {
    ...withForm,
    'cache-control': 'no-store',
    ...kept,
  })
}

function formOf({ choice, ...body }: FormCall['body']): TryForm {
  return {
    conditions: choice ?? body.conditions,
    rows: [
      { name: body.name1, website: body.website1 },
      { name: body.name2, website: body.website2 },
      { name: body.name3, website: body.website3 },
      { name: body.name4, website: body.website4 },
    ],
  }
}
