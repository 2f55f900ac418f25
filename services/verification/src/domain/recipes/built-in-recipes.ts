import type { Recipe } from '@outturn/contracts'
import { hashedRecipe, type RecipeEntry } from './recipe-hash.ts'

type Param = Recipe['params'][number]

function needed(name: string, type: Param['type'], description: string): Param {
  return { name, type, required: true, description }
}

function optional(name: string, type: Param['type'], fallback: unknown, description: string): Param {
  return { name, type, required: false, default: fallback, description }
}

const rows = needed('rows', 'integer', 'How many rows are delivered, exactly.')

const deadline = needed('deadline', 'timestamp', 'The last moment of delivery, RFC 3339 with an offset.')

function condition(description: string, check: Record<string, unknown>): Record<string, unknown> {
  return {
    description,
    required: true,
    verification_method: 'deterministic',
    deterministic_check: check,
  }
}

const exactRows = condition('The delivery has exactly the agreed number of rows.', {
  checker: 'row_count',
  expected: { $param: 'rows' },
})

const onTime = condition('The delivery is received no later than the deadline.', {
  checker: 'deadline_met',
  deadline: { $param: 'deadline' },
})

const entries: readonly RecipeEntry[] = [
  {
    id: 'lead-list@1',
    title: 'Lead list',
    description: 'An exact number of leads, each with its contact fields, none of them twice.',
    conditions: [
      exactRows,
      condition('Every lead has the required fields.', {
        checker: 'completeness',
        required_fields: { $param: 'required_fields' },
      }),
      condition('No lead is listed twice.', {
        checker: 'duplicate_rate',
        key_fields: { $param: 'key_fields' },
        case_sensitive: false,
      }),
    ],
    params: [
      rows,
      optional('required_fields', 'string_list', ['email'], 'Fields that every lead must have.'),
      optional(
        'key_fields',
        'string_list',
        ['email'],
        'Fields that tell one lead from another, ignoring case.',
      ),
    ],
  },
  {
    id: 'url-list@1',
    title: 'URL list',
    description: 'An exact number of well-formed public URLs, none of them twice. Nothing is fetched.',
    conditions: [
      exactRows,
      condition('Every row has a well-formed URL on a public host.', {
        checker: 'url_format',
        field: { $param: 'field' },
        schemes: { $param: 'schemes' },
      }),
      condition('No URL is listed twice.', {
        checker: 'duplicate_rate',
        key_fields: [{ $param: 'field' }],
      }),
    ],
    params: [
      rows,
      optional('field', 'string', 'url', 'The field that holds the URL.'),
      optional('schemes', 'string_list', ['https', 'http'], 'Schemes that a URL may have.'),
    ],
  },
  {
    id: 'dataset-delivery@1',
    title: 'Dataset delivery',
    description: 'An exact number of complete rows with few enough duplicates, delivered on time.',
    conditions: [
      exactRows,
      condition('Every row has the required fields.', {
        checker: 'completeness',
        required_fields: { $param: 'required_fields' },
      }),
      condition('Repeated keys stay within the agreed rate.', {
        checker: 'duplicate_rate',
        key_fields: { $param: 'key_fields' },
        max_rate_bp: { $param: 'max_duplicate_rate_bp' },
      }),
      onTime,
    ],
    params: [
      rows,
      needed('required_fields', 'string_list', 'Fields that every row must have.'),
      needed('key_fields', 'string_list', 'Fields that tell one row from another.'),
      optional(
        'max_duplicate_rate_bp',
        'integer',
        0,
        'Share of rows that may repeat a key, in basis points.',
      ),
      deadline,
    ],
  },
  {
    id: 'document-delivery@1',
    title: 'Document delivery',
    description: 'A document that contains agreed phrases and no leftovers of a draft, delivered on time.',
    conditions: [
      condition('The document contains every agreed phrase.', {
        checker: 'text_contains',
        all_of: { $param: 'phrases' },
      }),
      condition('The document contains none of the forbidden phrases.', {
        checker: 'text_contains',
        none_of: { $param: 'forbidden' },
      }),
      onTime,
    ],
    params: [
      needed('phrases', 'string_list', 'Phrases that the document must contain, ignoring case.'),
      optional(
        'forbidden',
        'string_list',
        ['lorem ipsum', '[tbd]'],
        'Phrases that the document must not contain, ignoring case.',
      ),
      deadline,
    ],
  },
  {
    id: 'file-hash-delivery@1',
    title: 'File delivery by hash',
    description: 'One file, exactly the one that was agreed on.',
    conditions: [
      condition('The SHA-256 of the delivered content is the agreed one.', {
        checker: 'hash_matches',
        expected: { $param: 'sha256' },
      }),
    ],
    params: [needed('sha256', 'sha256', 'SHA-256 of the file, 64 hexadecimal digits.')],
  },
]

/** The recipes of every deployment, in the order in which they are listed. A change of one is a new version of it. */
export const builtInRecipes: readonly Recipe[] = entries.map(hashedRecipe)
