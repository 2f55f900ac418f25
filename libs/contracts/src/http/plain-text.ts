import { ConditionInput } from '@outturn/agreement'
import { assistedMethods, partyKinds } from '@outturn/vocabulary'
import { z } from 'zod'
import { SentInstant } from './sent-instant.ts'

const FieldName = z.string().min(1).max(256)
const fieldName = { description: 'Name of the field in the rows.', examples: ['email'] }

/** JSON types of the values of a field; `time` is a text that holds a date or a time. */
export const fieldTypes = ['text', 'number', 'boolean', 'list', 'object', 'time'] as const

/** One field of the rows, by its name alone or with what is known of it. */
export const RowField = z.union([
  FieldName,
  z
    .strictObject({
      name: FieldName.meta(fieldName),
      description: z
        .string()
        .min(1)
        .max(500)
        .exactOptional()
        .meta({ description: 'Description of the field for people.', examples: ['Work address'] }),
      aliases: z
        .array(FieldName)
        .max(10)
        .exactOptional()
        .describe('Other names of the field. The text may use any of them.'),
      type: z.enum(fieldTypes).exactOptional().describe('Type of the values of the field.'),
      unit: z
        .string()
        .min(1)
        .max(40)
        .exactOptional()
        .meta({
          description:
            'Unit of the values. With `percent`, 99.9% is written as 99.9; with `fraction`, as 0.999.',
          examples: ['percent'],
        }),
      values: z
        .array(z.union([z.string().max(256), z.number(), z.boolean()]))
        .min(1)
        .max(100)
        .exactOptional()
        .describe('List of all values that the field can have.'),
    })
    .meta({ id: 'RowField' }),
])
export type RowField = z.infer<typeof RowField>

/** A field that is described twice would have two meanings; a bare name that is repeated says nothing more. */
function refuseTwoMeanings(fields: readonly RowField[], context: z.core.$RefinementCtx): void {
  const meant = new Map<string, number>()
  const note = (name: string, index: number, path: readonly (string | number)[], isBare: boolean) => {
    const first = meant.get(name)
    if (first === undefined) meant.set(name, index)
    else if (!(isBare && typeof fields[first] === 'string')) {
      const message = `is ${JSON.stringify(name)}, and so is a name or alias of fields[${first}]; give each name to one field`
      context.addIssue({ code: 'custom', path: [...path], message, input: name })
    }
  }
  fields.forEach((field, index) => {
    if (typeof field === 'string') note(field, index, [index], true)
    else note(field.name, index, [index, 'name'], false)
  })
  fields.forEach((field, index) => {
    if (typeof field === 'string') return
    field.aliases?.forEach((alias, place) => note(alias, index, [index, 'aliases', place], false))
  })
}

const timeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'must be a time zone by its IANA name, such as Europe/Paris')

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are taken by Intl as well; they have no place that their name says.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What a request says beside its plain text, so that the text can be read exactly. */
export const plainTextMembers = {
  fields: z
    .array(RowField)
    .max(200)
    .superRefine(refuseTwoMeanings)
    .optional()
    .describe(
      'Fields of the rows, as names or as objects. A noun in a plain-text condition names a field if it is one of these names or aliases, or if the text marks it as a field.',
    ),
  unit_name: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .meta({ description: 'Noun that the text uses for one row.', examples: ['caption'] }),
  as_of: SentInstant.optional().meta({
    description:
      'Time from which relative times in the text are counted. If omitted, no answers are proposed for a time such as `by Friday`.',
    examples: ['2026-01-15T12:00:00Z'],
  }),
  time_zone: timeZone.optional().meta({
    description: 'IANA time zone that is assumed for times in the text without a zone.',
    examples: ['Europe/Paris'],
  }),
  declared_actor_type: z
    .enum(partyKinds)
    .optional()
    .describe(
      'Kind of party that sends the request. For an agent or a service, no condition is proposed that a person must decide.',
    ),
} as const

/** Whose names the fields are by which a text was read. */
export const fieldSources = ['request', 'rows'] as const
export const FieldsFrom = z
  .enum(fieldSources)
  .describe(
    'Source of the field names that the plain text was matched with: `request` for `fields` of the request, `rows` for the rows.',
  )

const span = {
  text: z.string().meta({ description: 'Part of the text that the entry concerns.', examples: ['phone'] }),
  start: z.int().meta({
    description: 'Position of the first character of `text`, in UTF-16 code units.',
    examples: [16],
  }),
  end: z.int().meta({
    description: 'Position after the last character of `text`, in UTF-16 code units.',
    examples: [21],
  }),
}

/** Why a text has a question. */
export const questionReasons = [
  'placeholder',
  'field_unmarked',
  'inexact_value',
  'percent_or_number',
  'time_open',
  'unit_open',
  'misspelt',
  'several_readings',
  'qualified',
  'other_language',
] as const

/** Kinds of answers to a question. */
export const questionWants = [
  'field',
  'number',
  'percentage',
  'time',
  'address',
  'digest',
  'reading',
  'sentence',
] as const

/** Texts that say the whole condition with one candidate in place. */
export const Rewrites = z
  .array(z.union([z.string(), z.array(z.string())]))
  .max(10)
  .describe(
    'Complete conditions that each use one candidate, best first: a text, or a list of texts that are one condition each. Each can be sent as it is, except that `{}` must be replaced by your answer.',
  )

/** What a plain text leaves open. */
export const TextQuestion = z
  .strictObject({
    ...span,
    reason: z.enum(questionReasons).describe('Reason for the question.'),
    question: z
      .string()
      .meta({ description: 'Question for the author.', examples: ['Which field of the rows is "phone"?'] }),
    wants: z.enum(questionWants).describe('Kind of answer.'),
    candidates: z.array(z.string()).max(10).describe('Possible meanings of the text, best first.'),
    rewrites: Rewrites,
  })
  .meta({
    id: 'TextQuestion',
    examples: [
      {
        text: 'phone',
        start: 16,
        end: 21,
        reason: 'field_unmarked',
        question: 'Which field of the rows is "phone"?',
        wants: 'field',
        candidates: ['phone_number', 'mobile'],
        rewrites: ['every row has a "phone_number"', 'every row has a "mobile"'],
      },
    ],
  })
export type TextQuestion = z.infer<typeof TextQuestion>

/** How what no checker decides can be agreed on all the same. */
export const assistedEntry = {
  reason: z.string().meta({
    description: 'Reason why no checker can decide this part of the text.',
    examples: ['it is a matter of judgment'],
  }),
  suggested_method: z
    .enum(assistedMethods)
    .describe('Verification method that can decide this part of the text instead.'),
  condition: ConditionInput.describe('Condition with that method, ready to be used in a Spool.'),
  incomplete: z
    .array(z.enum(['external_judge']))
    .optional()
    .describe('Members that you must add to `condition` before it can be used.'),
} as const

/** What a plain text asks for and no checker decides. */
export const UnsupportedText = z.strictObject({ ...span, ...assistedEntry }).meta({
  id: 'UnsupportedText',
  examples: [
    {
      text: 'it looks professional',
      start: 0,
      end: 21,
      reason: 'it is a matter of judgment',
      suggested_method: 'human_confirmed',
      condition: {
        description: 'it looks professional',
        required: true,
        verification_method: 'human_confirmed',
      },
    },
  ],
})
export type UnsupportedText = z.infer<typeof UnsupportedText>

/** What a check tests, beside the description that its author wrote. */
export const ReadsAs = z.string().meta({
  description: 'Sentence that states the check as the service applies it.',
  examples: ['every row has email'],
})

/** Whether units are judged one by one, or the delivery as a whole. */
export const appliesTo = ['unit', 'gate'] as const
export const Applies = z
  .enum(appliesTo)
  .describe('`unit` if each row is decided separately, `gate` if the delivery is decided as a whole.')

/** A check that a text states beside other words that are open. */
export const StatedCheck = z
  .strictObject({
    ...span,
    condition: ConditionInput.describe('Condition that the text states.'),
    applies: Applies,
  })
  .meta({ id: 'StatedCheck' })
export type StatedCheck = z.infer<typeof StatedCheck>
