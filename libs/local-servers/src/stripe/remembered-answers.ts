import { StripeError } from './stripe-error.ts'

/** An answer of the API. */
export type ApiAnswer = { readonly status: number; readonly body: string; readonly isReplayed: boolean }

/** Answers by idempotency key: a repetition gets the first answer, whatever it was. */
export class RememberedAnswers {
  private readonly answers = new Map<string, { readonly request: string; readonly answer: ApiAnswer }>()

  /** The answer of before, or what `work` answers now; throws when the key came with another request. */
  answer(key: string | undefined, request: string, work: () => Omit<ApiAnswer, 'isReplayed'>): ApiAnswer {
    const known = key === undefined ? undefined : this.answers.get(key)
    if (known !== undefined) {
      if (known.request === request) return { ...known.answer, isReplayed: true }
      throw new StripeError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters as before.',
      })
    }
    const answer = { ...work(), isReplayed: false }
    if (key !== undefined) this.answers.set(key, { request, answer })
    return answer
  }
}
