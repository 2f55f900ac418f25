/** How one method is sent: its request without the values that a caller gives. */
export interface OperationCall {
  /** Id of the operation in the interface document. */
  readonly operation: string
  readonly method: string
  /** Parameters are written `{name}`. */
  readonly path: string
  /** Parameters of the path and of the query that a call cannot do without, in the order of its arguments. */
  readonly arguments: readonly string[]
  readonly hasBody?: boolean
  /** Query parameters; the options of a call have them in camel case. */
  readonly query?: readonly string[]
  readonly fixedQuery?: Readonly<Record<string, string>>
  /** No key is sent. */
  readonly isKeyless?: boolean
  /** A payment may occupy `Authorization`, so the key goes into `X-Api-Key`. */
  readonly isPaid?: boolean
  /** The answer is one page of a list, continued after its `next_cursor` or after the `seq` of its last item. */
  readonly list?: 'cursor' | 'seq'
  /** What the answer is, where it is not JSON, and the media type that is asked for. */
  readonly answer?: 'text' | 'bytes'
  readonly accept?: string
}
