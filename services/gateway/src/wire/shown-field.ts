/** Longest path that an error shows, in characters: its caller knows what it sent. */
const longestField = 512

/** The path of a member as an error shows it. A name in it may be as long as the body that it came in. */
export function shownField(path: string): string {
  return path.length > longestField ? `${path.slice(0, longestField).toWellFormed()}…` : path
}
