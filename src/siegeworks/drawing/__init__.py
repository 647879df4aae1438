"""What scenes and maps look like: the colours of seats, pictures as SVG and PNG, lines of text"""
