/** Why a text was refused as JSON; stable, unlike the message. */
export type StrictJsonCode =
  | 'syntax'
  | 'invalid_utf8'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'lone_surrogate'
  | 'nul_character'
  | 'number_out_of_range'
  | 'number_too_long'
  | 'too_deep'

/** A text that is not strict JSON; `path` names the member, `position` the UTF-16 index in the text. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError'
  readonly code: StrictJsonCode
  readonly path: string
  readonly position: number

  constructor(code: StrictJsonCode, message: string, path: string, position: number) {
    super(message)
    this.code = code
    this.path = path
    this.position = position
  }
}
