/**
 * Writes lines to a stream. A reader that has gone away ends no command: what it decides is told by the exit status, and what would
 * be written is dropped.
 */
export function writingTo(stream: NodeJS.WriteStream): (line: string) => void {
  let isOpen = true
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 2
    isOpen = false
  })
  return (line) => {
    if (isOpen) stream.write(`${line}\n`)
  }
}
