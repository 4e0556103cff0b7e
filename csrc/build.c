#include "everydeal.h"

/* The build script defines these; without it the answer is honest rather than missing. */
#ifndef ED_FLAGS
#define ED_FLAGS "unknown"
#endif
#ifndef ED_SOURCE_DIGEST
#define ED_SOURCE_DIGEST "unknown"
#endif

#if defined(__clang__)
#define ED_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define ED_COMPILER "gcc " __VERSION__
#else
#define ED_COMPILER "unknown"
#endif

const struct ed_build *ed_build_info(void)
{
    static const struct ed_build build = {ED_COMPILER, ED_FLAGS, ED_SOURCE_DIGEST};
    return &build;
}
