"""The games behind the interfaces of research libraries; each needs the extra `research`."""
