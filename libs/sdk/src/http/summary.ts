/** An answer with `view: 'summary'`: its long parts may be missing, and `left_out` then names those that are. */
export type Summary<Answer> = {
  [Name in keyof Answer]: Name extends 'receipt'
    ? Without<Answer[Name], 'unit_results'>
    : Name extends 'terms'
      ? WithoutInEach<Answer[Name], 'text'>
      : Name extends 'evidence'
        ? WithoutInEach<Answer[Name], 'metadata'>
        : Answer[Name]
} & { left_out?: string[] }

type Without<Value, Name extends string> = Value extends object
  ? Omit<Value, Name> & Partial<Pick<Value, Name & keyof Value>>
  : Value

type WithoutInEach<List, Name extends string> = List extends readonly (infer Item)[]
  ? Without<Item, Name>[]
  : List
