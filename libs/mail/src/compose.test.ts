import { expect, test } from 'vitest'
import { composeMail } from './compose.ts'

const content = {
  to: 'ada@example.com',
  subject: 'Sign in',
  paragraphs: ['Somebody asked to sign in as <ada> & "co".'],
  link: { text: 'Sign in', href: 'https://outturn.example/sign-in/finish?token=a&b' },
  code: '1234 5678',
  foot: ['Outturn'],
}

test('text and HTML say the same, and HTML escapes what it shows', () => {
  const { text, html } = composeMail(content)
  expect(text).toContain('<ada> & "co"')
  expect(text).toContain('1234 5678')
  expect(text).toContain('https://outturn.example/sign-in/finish?token=a&b')
  expect(html).toContain('&lt;ada&gt; &amp; &quot;co&quot;')
  expect(html).toContain('href="https://outturn.example/sign-in/finish?token=a&amp;b"')
  expect(html).not.toMatch(/<img|<script|<ada>/)
})

test('a line break in the subject or the address adds no header', () => {
  const { subject, to } = composeMail({
    ...content,
    subject: 'Join A\r\nBcc: all@example.com',
    to: 'ada@example.com\nBcc: all@example.com',
  })
  expect(subject).toBe('Join A Bcc: all@example.com')
  expect(to).not.toMatch(/[\r\n]/)
})
