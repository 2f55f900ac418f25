import { type GetPromptResult, ProtocolError, type Prompt } from '@modelcontextprotocol/server'

type Written = Prompt & { readonly write: (args: Readonly<Record<string, string>>) => string }

const written: readonly Written[] = [
  {
    name: 'buy_work',
    title: 'Buy work',
    description: 'Agree on work with another party and have it judged when it is delivered.',
    arguments: [
      { name: 'brief', description: 'What is to be delivered, in plain words.', required: true },
      { name: 'budget_cents', description: 'Most that can be earned, in US cents.', required: true },
    ],
    write: ({ brief = '', budget_cents: budget = '' }) =>
      `I want to buy this work for at most ${budget} US cents:\n\n${brief}\n\nRead exact conditions out of it with compile_conditions and ask me what is unclear. Show me the conditions, then propose the agreement with create_spool and get the grant for the other party with invite_counterparty. Follow next_step of get_spool. When the work is delivered, try it with dry_run, tell me the result, and call verify_spool only when I say so.`,
  },
  {
    name: 'deliver_work',
    title: 'Deliver work',
    description: 'Take up an invitation, deliver what was agreed and see it judged.',
    arguments: [{ name: 'grant', description: 'The grant that you were sent, spg_….', required: true }],
    write: ({ grant = '' }) =>
      `I was invited to an agreement with the grant ${grant}. Take it up with join_spool and read it with get_spool, passing the handle as act_as. Show me the conditions and the price. When I agree, call accept_spool with its agreement_hash, deliver with submit_evidence, and try it with verify_spool and dry_run before the buyer does. Where corrective_hint names something, fix it and deliver again.`,
  },
]

export const prompts: readonly Prompt[] = written.map(({ write: _, ...prompt }) => prompt)

export function promptOf(name: string, args: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = written.find((each) => each.name === name)
  if (prompt === undefined) throw new ProtocolError(-32602, `There is no prompt ${name.slice(0, 100)}.`)
  const missing = prompt.arguments?.find((argument) => args[argument.name] === undefined)
  if (missing !== undefined) throw new ProtocolError(-32602, `The prompt ${name} needs ${missing.name}.`)
  return {
    description: prompt.description ?? '',
    messages: [{ role: 'user', content: { type: 'text', text: prompt.write(args) } }],
  }
}
