from flask import Flask, jsonify, request

app = Flask(__name__)
todos = []


@app.get("/todos")
def index():
    return jsonify(todos)


@app.post("/todos")
def create():
    todo = {"id": len(todos) + 1, "text": request.json["text"]}
    todos.append(todo)
    return jsonify(todo)
