// Lets long forms break after their dots. A copied text does not contain the breaks.
for (const code of document.querySelectorAll("main :not(pre) > code")) {
    if (code.textContent.length > 16 && !code.children.length) {
        const parts = code.textContent.split(/(?<=\.)/);
        code.replaceChildren(...parts.flatMap((part) => [part, document.createElement("wbr")]));
    }
}
