/* A disk that is slow to sync and says what is safe: preloaded into a process, in place of the C library's fsync and fdatasync.

   SLOW_DISK_MS is how long each sync takes. SLOW_DISK_LOG names a file to which each sync adds a line: how many bytes of the file were
   there when it began, and the path of the file. What was written later is not on disk, as far as anybody was told. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int slowly(const char *name, int fd) {
  struct stat facts;
  long long size = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) ? (long long)facts.st_size : -1;
  const char *ms = getenv("SLOW_DISK_MS");
  if (ms != NULL) {
    long most = atol(ms);
    struct timespec pause = {most / 1000, most % 1000 * 1000000};
    nanosleep(&pause, NULL);
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int status = real(fd);
  const char *log = getenv("SLOW_DISK_LOG");
  if (status == 0 && size >= 0 && log != NULL) {
    char link[64], path[4096], line[4200];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (length > 0 && out >= 0) {
      path[length] = 0;
      int much = snprintf(line, sizeof line, "%lld %s\n", size, path);
      if (write(out, line, much) != much) abort();
    }
    if (out >= 0) close(out);
  }
  return status;
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
