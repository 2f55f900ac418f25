declare module 'saxen' {
  type Decode = (value: string) => string

  /** The events that are used here; all of them are called while `parse` runs. */
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => object, decode: Decode) => void): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (value: string, decode: Decode) => void): this
    on(event: 'cdata' | 'attention', listener: (value: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    parse(text: string): void
  }
}
