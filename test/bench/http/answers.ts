/** The answer to a send to so many recipients, as JSON. */
export function sendAnswer(count: number): string {
  const list = Array.from({ length: count }, (_, index) => ({
    id: `5F3A${String(10_000_000 + index)}`,
    points: 0.16,
    number: numberOf(index),
    date_sent: 1_800_000_000 + index,
    submitted_number: numberOf(index).slice(2),
    status: 'QUEUE',
    error: null,
    idx: null,
  }));
  return JSON.stringify({ count, list });
}

/** The same as text. */
export function sendAnswerText(count: number): string {
  const entry = (index: number): string => `OK:5F3A${String(10_000_000 + index)}:0.16:${numberOf(index)}`;
  return Array.from({ length: count }, (_, index) => entry(index)).join(';');
}

/** The recipients of such a send. */
export function recipients(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => numberOf(index).slice(2));
}

function numberOf(index: number): string {
  return `48500${String(100_000 + index)}`;
}
