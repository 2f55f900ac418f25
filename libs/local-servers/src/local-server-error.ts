/** A local server could not be found or started; the message ends by saying what to do about it. */
export class LocalServerError extends Error {
  readonly remedy: string

  constructor(problem: string, remedy: string, options?: { cause?: unknown }) {
    super(`${problem}\n  ${remedy}`, options)
    this.name = 'LocalServerError'
    this.remedy = remedy
  }
}
