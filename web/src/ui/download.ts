// Saving files that the page has made.

export function downloadRecord(name: string, record: string): void {
  download(`${name}.siege`, new Blob([record], { type: "text/plain" }));
}

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it later
}
