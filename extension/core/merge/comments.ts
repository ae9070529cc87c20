/** Whether a line is a comment and nothing else. */
export const isComment = (line: string): boolean => COMMENT_LINE.test(line.trim());

const COMMENT_LINE =
  /^(?:\/\/|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|include|!|\[))|--\s|\/\*.*\*\/$|<!--.*-->$)/;
