import { OutturnUnreachable, createClient } from '@outturn/sdk'

// Nothing listens there: the client loads, makes a request and says that it got no answer.
async function main(): Promise<string> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'spk_live_sample' })
  try {
    await client.usage.get({ deadlineMs: 500 })
    return 'wrong'
  } catch (error) {
    return error instanceof OutturnUnreachable ? 'ok' : `wrong: ${String(error)}`
  }
}

void main().then(console.log)
