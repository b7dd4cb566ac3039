const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its symbolic links form a loop",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
  EFBIG: "the file is too large",
  EROFS: "the file system is read-only",
  ERR_FS_FILE_TOO_LARGE: "the file is too large",
  ERR_STRING_TOO_LONG: "the file is too large",
  ERR_ENCODING_INVALID_ENCODED_DATA: "it is not UTF-8 text",
};

/** Returns why a file could not be read or written. */
export function describeSystemError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (reasons[code] ?? `the system returned ${code}`);
}
