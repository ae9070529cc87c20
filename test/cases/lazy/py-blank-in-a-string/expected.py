class Context:
    def warn(self):
        if self.fallback:
            self.log(
                f"Both a home ({self.home}) and the fallback "
                f"({self.fallback}) exist. If you are done migrating from the "
                "fallback, it is safe to delete it."
            )

    def logs(self):
        if self.base:
            return self.base
        return self.home / "logs"
