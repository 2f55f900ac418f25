import { ConditionInput } from '@outturn/agreement'
import { assistedMethods, partyKinds } from '@outturn/vocabulary'
import { z } from 'zod'
import { SentInstant } from './sent-instant.ts'

const FieldName = z.string().min(1).max(256)

/** JSON types of the values of a field; `time` is a text that holds a date or a time. */
export const fieldTypes = ['text', 'number', 'boolean', 'list', 'object', 'time'] as const

/** One field of the rows, by its name alone or with what is known of it. */
export const RowField = z.union([
  FieldName,
  z
    .strictObject({
      name: FieldName,
      description: z.string().min(1).max(500).exactOptional().describe('Meaning of the field, for people.'),
      aliases: z
        .array(FieldName)
        .max(10)
        .exactOptional()
        .describe('Other names of the field. A noun that is one of them means this field.'),
      type: z.enum(fieldTypes).exactOptional().describe('Type of the values of the field.'),
      unit: z
        .string()
        .min(1)
        .max(40)
        .exactOptional()
        .meta({
          description:
            'Unit of the values. `percent` counts to 100 and `fraction` to 1, so that 99.9% is 99.9 or 0.999.',
          examples: ['percent'],
        }),
      values: z
        .array(z.union([z.string().max(256), z.number(), z.boolean()]))
        .min(1)
        .max(100)
        .exactOptional()
        .describe('Every value that the field can have.'),
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
      'Fields that the rows have, as names or as objects. A noun of a plain text is taken for a field when it is one of their names or aliases, or when the text marks it as a field.',
    ),
  unit_name: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('Noun that one row is called by in the text, such as `caption`.'),
  as_of: SentInstant.optional().describe(
    'Time that relative times of the text count from. Without it, `by Friday` has no candidates.',
  ),
  time_zone: timeZone.optional().describe('IANA time zone, for the candidates of a time that names no zone.'),
  declared_actor_type: z
    .enum(partyKinds)
    .optional()
    .describe(
      'Kind of the party that asks. Judgment is not left to a person where an agent or a service asks.',
    ),
} as const

/** Whose names the fields are by which a text was read. */
export const fieldSources = ['request', 'rows'] as const
export const FieldsFrom = z
  .enum(fieldSources)
  .describe(
    'Where the names of fields come from by which plain text was read: `fields` of the request, or the rows.',
  )

const span = {
  text: z.string().describe('The words that the entry is about.'),
  start: z.int().describe('Place of the first character of `text`, in UTF-16 code units.'),
  end: z.int().describe('Place after the last character of `text`, in UTF-16 code units.'),
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
    'The whole condition with each candidate in place, best first: a text, or a list of texts that are one condition each. Each compiles as it stands, except one that holds `{}`, which is the place of a free answer.',
  )

/** What a plain text leaves open. */
export const TextQuestion = z
  .strictObject({
    ...span,
    reason: z.enum(questionReasons),
    question: z.string(),
    wants: z.enum(questionWants).describe('Kind of the answer.'),
    candidates: z.array(z.string()).max(10).describe('Meanings that the words could have, best first.'),
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
  reason: z.string(),
  suggested_method: z.enum(assistedMethods),
  condition: ConditionInput.describe('Condition of that method for a Spool, ready to be sent.'),
  incomplete: z
    .array(z.enum(['external_judge']))
    .optional()
    .describe('Members that the caller has to add to `condition` before it can be decided.'),
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
export const ReadsAs = z
  .string()
  .describe('The check in a sentence, as the service reads it; `description` has the words of its author.')

/** Whether units are judged one by one, or the delivery as a whole. */
export const appliesTo = ['unit', 'gate'] as const
export const Applies = z
  .enum(appliesTo)
  .describe('`unit`: each row is judged for itself. `gate`: the delivery is judged as a whole.')

/** A check that a text states beside other words that are open. */
export const StatedCheck = z
  .strictObject({ ...span, condition: ConditionInput, applies: Applies })
  .meta({ id: 'StatedCheck' })
export type StatedCheck = z.infer<typeof StatedCheck>
