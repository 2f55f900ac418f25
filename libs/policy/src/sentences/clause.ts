import type { Range } from '../placeholders/placeholder.ts'
import type { Inexact } from '../inexact/inquiry.ts'
import type { Question } from '../outcome.ts'
import type { Statement } from './statement.ts'
import type { Unsupported } from './unsupported.ts'

/** What one clause of a sentence is; `start` and `end` are positions in the sentence. */
export type Clause = Range &
  (
    | Statement
    | { readonly kind: 'ambiguity'; readonly inexact: Inexact }
    | { readonly kind: 'question'; readonly question: Question }
    | ({ readonly kind: 'unsupported' } & Unsupported)
    | { readonly kind: 'term' }
    | { readonly kind: 'connective' }
  )
