import { expect, test } from 'vitest'
import { assertReachable } from './reachable-urls.ts'

const good = 'https://example.com/done'

test.each(['https://localhost/a', 'https://127.0.0.1:8443/a', 'https://127.1.2.3/a', 'https://[::1]/a'])(
  'a provider is sent to %s by a local system alone',
  (address) => {
    const request = { refresh_url: good, return_url: address }
    expect(() => assertReachable(request, 'http://127.0.0.1:8787')).not.toThrow()
    expect(() => assertReachable(request, 'https://outturn.example.com')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        options: expect.objectContaining({ field: 'return_url' }),
      }),
    )
  },
)
