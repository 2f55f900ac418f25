import { ReviewRequest, type SpoolView, unprocessable } from '@outturn/contracts'
import { numbersOf } from '../spools/plain-conditions.ts'
import type { ReviewForm } from './new-review-page.ts'

/** What is to be corrected in a field, by the members of the request that it makes. */
const corrections: Readonly<Record<string, string>> = {
  'reviewer.name': 'Write the name of the reviewer in one line of at most 120 characters.',
  'reviewer.email': 'Write one e-mail address, such as ana@example.com, or leave it empty.',
  question: 'Write a question of at most 2,000 characters.',
  dispute_id: 'Choose one of the open disputes, or none.',
  expires_in_hours: 'Write a whole number of hours from 1 to 720.',
  'scope.units': 'Name at most 1,000 units.',
}

/** The request that a form makes; refused by the field that is to be corrected. */
export function reviewRequestOf(
  form: ReviewForm,
  spool: Pick<SpoolView, 'conditions' | 'unitization'>,
): ReviewRequest {
  const email = form.email.trim()
  const scope = { ...conditionsOf(form.named, spool), ...unitsOf(form.units, spool) }
  const hours = form.hours.trim()
  const request = ReviewRequest.safeParse({
    reviewer: { name: form.name.trim(), ...(email !== '' && { email }) },
    question: form.question.replaceAll('\r\n', '\n').trim(),
    ...(form.dispute !== '' && { dispute_id: form.dispute }),
    ...(Object.keys(scope).length > 0 && { scope }),
    ...(hours !== '' && { expires_in_hours: /^\d{1,3}$/.test(hours) ? Number(hours) : hours }),
  })
  if (request.success) return request.data
  const [issue] = request.error.issues
  const path = issue?.path.filter((part) => typeof part === 'string').join('.') ?? ''
  throw unprocessable(path, corrections[path] ?? `${path}: ${issue?.message}.`)
}

function conditionsOf(named: string, { conditions }: Pick<SpoolView, 'conditions'>) {
  const ids = numbersOf(named)?.map((number) => conditions[number - 1]?.id)
  if (ids === undefined || ids.includes(undefined)) {
    throw unprocessable('named', `Name conditions by their numbers, from 1 to ${conditions.length}.`)
  }
  return ids.length === 0 ? {} : { condition_ids: [...new Set(ids)] }
}

function unitsOf(named: string, { unitization }: Pick<SpoolView, 'unitization'>) {
  const total = unitization?.total_units ?? 0
  const units = numbersOf(named)
  if (units === null || units.some((unit) => unit < 1 || unit > total)) {
    throw unprocessable(
      'units',
      total === 0 ? 'This work is not split into units.' : `Name units by their numbers, from 1 to ${total}.`,
    )
  }
  return units.length === 0 ? {} : { units: [...new Set(units)] }
}
