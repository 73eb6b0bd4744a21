/* A clock that jumps: preloaded into a process, in place of the C library's calls for the time of day.

   JUMPING_CLOCK names a file of eight bytes: by how many seconds the time of day is ahead. Clocks that only measure durations are right. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead = NULL;
static int64_t none = 0;

static int64_t seconds(void) {
  if (ahead == NULL) {
    const char *name = getenv("JUMPING_CLOCK");
    int fd = name == NULL ? -1 : open(name, O_RDONLY | O_CLOEXEC);
    void *held = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    ahead = held == MAP_FAILED ? &none : held;
  }
  return *ahead;
}

int gettimeofday(struct timeval *restrict found, void *restrict zone) {
  static int (*real)(struct timeval *, void *) = NULL;
  if (real == NULL) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int status = real(found, zone);
  if (status == 0) found->tv_sec += seconds();
  return status;
}

int clock_gettime(clockid_t which, struct timespec *found) {
  static int (*real)(clockid_t, struct timespec *) = NULL;
  if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int status = real(which, found);
  if (status == 0 && which == CLOCK_REALTIME) found->tv_sec += seconds();
  return status;
}

time_t time(time_t *found) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (found != NULL) *found = now.tv_sec;
  return now.tv_sec;
}
