/** Messages that the bus took from its clients, by the user that they signed in as. */
export type MessagesByUser = Readonly<Record<string, number>>

type Connections = { readonly connections: readonly { authorized_user?: string; in_msgs: number }[] }

/** Counts those of the connections that are open. */
export async function messagesByUser(monitorUrl: string): Promise<MessagesByUser> {
  const response = await fetch(`${monitorUrl}/connz?auth=true&limit=4096`)
  const { connections } = (await response.json()) as Connections
  const counts: Record<string, number> = {}
  for (const { authorized_user: user = 'none', in_msgs: messages } of connections) {
    counts[user] = (counts[user] ?? 0) + messages
  }
  return counts
}
