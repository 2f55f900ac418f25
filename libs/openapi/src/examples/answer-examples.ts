import answers from './answers.json' with { type: 'json' }

/**
 * Answers as the running product gave them, by the id of their schema, or by the operation where a schema has none. Its own address is
 * replaced by one of an example, and secrets by what they begin with.
 */
const answerExamples: ReadonlyMap<string, unknown> = new Map(Object.entries(answers))

/** Answers that are texts, by their operation. */
const textExamples: Readonly<Record<string, string>> = {
  'download-evidence': '[{"company":"Fjord AS","email":"ida@fjord.example"}]',
  'read-error-codes': '# Errors\n\nEvery answer that is not a success is one JSON object, …',
  'read-guide-page': '# Conditions and checkers\n\nA condition is a description, …',
  'show-credits': '<!doctype html><html lang="en"><head><title>Credits</title>…',
  'show-outcome-index': '<!doctype html><html lang="en"><head><title>Outcome index</title>…',
  'show-receipt': '<!doctype html><html lang="en"><head><title>Receipt</title>…',
  'show-return': '<!doctype html><html lang="en"><head><title>Continue</title>…',
  'show-spool': '<!doctype html><html lang="en"><head><title>Spool</title>…',
  'show-versions': '<!doctype html><html lang="en"><head><title>Versions</title>…',
  'read-log-checkpoint':
    'outturn.example/log\n2\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— outturn.example/log fy1RyK8…\n',
  'read-demo-log-checkpoint':
    'outturn.example/log/demo\n2\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— outturn.example/log/demo fy1RyK8…\n',
}

/** The answer of this schema, or of an operation whose answer has no named schema. */
export function answerExample(schemaId: string | undefined, operationId: string): unknown {
  return answerExamples.get(schemaId ?? operationId.replace('-sandbox-', '-'))
}

export function textExample(operationId: string): string | undefined {
  return textExamples[operationId]
}
