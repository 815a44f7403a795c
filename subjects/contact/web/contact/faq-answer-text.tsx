/** An answer as it was written: empty lines part its paragraphs, and nothing in it is markup. */
export function FaqAnswerText({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="space-y-2 text-ink-soft">
      {paragraphs.map((paragraph, i) => (
        // Paragraphs have only their order.
        <p key={i} className="[overflow-wrap:anywhere] whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
